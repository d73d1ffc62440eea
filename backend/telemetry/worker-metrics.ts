import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { AggregatorRegistry, type Registry } from 'prom-client';

interface MetricsRequest {
  readonly kind: 'metrics';
  readonly id: string;
}

type MetricsResponse = MetricsRequest & ({ readonly text: string } | { readonly error: string });

/** Responds to workers' requests for the metrics of all of them. Call it in the primary process. */
export function collectWorkerMetrics(): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', (worker, { kind, id }: MetricsRequest) => {
    if (kind !== 'metrics') return;
    const respond = (content: { readonly text: string } | { readonly error: string }): void => {
      if (worker.isConnected()) worker.send({ kind, id, ...content } satisfies MetricsResponse);
    };
    aggregator.clusterMetrics().then(
      (text) => respond({ text }),
      (error: Error) => respond({ error: error.message }),
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
  process.on('message', (message: MetricsResponse) => {
    if (message.kind !== 'metrics') return;
    const pending = waiting.get(message.id);
    waiting.delete(message.id);
    if ('text' in message) pending?.resolve(message.text);
    else pending?.reject(new Error(message.error));
  });
  return () => {
    const request: MetricsRequest = { kind: 'metrics', id: randomUUID() };
    const pending = Promise.withResolvers<string>();
    waiting.set(request.id, pending);
    process.send?.(request);
    return pending.promise;
  };
}
