import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { AggregatorRegistry, type Registry } from 'prom-client';

interface Question {
  readonly kind: 'metrics';
  readonly id: string;
}

type Answer = Question & ({ readonly text: string } | { readonly error: string });

/** Answers workers' questions for the metrics of all of them. Call it in the primary process. */
export function collectWorkerMetrics(): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', (worker, { kind, id }: Question) => {
    if (kind !== 'metrics') return;
    const answer = (content: { readonly text: string } | { readonly error: string }): void => {
      if (worker.isConnected()) worker.send({ kind, id, ...content } satisfies Answer);
    };
    aggregator.clusterMetrics().then(
      (text) => answer({ text }),
      (error: Error) => answer({ error: error.message }),
    );
  });
}

/**
 * Contributes a worker's registry to the metrics of all workers.
 * @returns asks the primary process for them, in the text format of Prometheus: counters are sums over the workers
 */
export function joinWorkerMetrics(registry: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries(registry);
  // Its constructor makes this process respond to the aggregator of the primary process.
  void new AggregatorRegistry();
  const waiting = new Map<string, PromiseWithResolvers<string>>();
  process.on('message', (message: Answer) => {
    if (message.kind !== 'metrics') return;
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if ('text' in message) asked?.resolve(message.text);
    else asked?.reject(new Error(message.error));
  });
  return () => {
    const question: Question = { kind: 'metrics', id: randomUUID() };
    const asked = Promise.withResolvers<string>();
    waiting.set(question.id, asked);
    process.send?.(question);
    return asked.promise;
  };
}
