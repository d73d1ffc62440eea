import cluster from 'node:cluster';
import { once } from 'node:events';
import type { ClientConfig } from 'pg';
import type { Logger } from 'pino';
import { takeDataFolder } from '../backup/data-folder.ts';
import type { Config } from '../config/config.ts';
import { supervise, type Child } from '../db/supervise.ts';
import { checkPort } from '../http/listen.ts';
import { collectWorkerMetrics } from '../telemetry/worker-metrics.ts';
import { OperatorError } from '../util/operator-error.ts';
import { startBuiltIn } from '../wal/start.ts';
import type { FromWorker, StartOrder } from './messages.ts';

/** Connections of the built-in database for each worker, and as many for commands and the operator. */
const connectionsEach = 30;

/** The file that a worker process runs; its arguments and settings are those of this process. */
type Program = string;

interface Launched extends Child {
  readonly announcement: readonly string[];
}

/** Starts a worker and waits until it serves. @throws OperatorError when it ends before */
async function launch(order: StartOrder): Promise<Launched> {
  const worker = cluster.fork();
  const end = once(worker, 'exit').then(([code, signal]: unknown[]) => `exit code ${code || signal}`);
  const announcement = await new Promise<readonly string[]>((ready, failed) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'listening') worker.send(order);
      else if (message.kind === 'ready') ready(message.announcement);
    });
    void end.then((how) =>
      failed(
        new OperatorError(`The ${order.isFirst ? 'first' : 'next'} worker process did not start (${how}).`),
      ),
    );
  });
  return {
    announcement,
    end,
    async stop() {
      worker.process.kill('SIGTERM');
      await end;
    },
  };
}

/** Keeps workers running until disposed, which stops all of them at once. */
async function superviseWorkers(count: number, connection: ClientConfig | undefined, log: Logger) {
  await using stack = new AsyncDisposableStack();
  const workers: AsyncDisposable[] = [];
  stack.defer(async () => {
    await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()));
  });
  let announcement: readonly string[] | undefined;
  const add = async (number: number): Promise<void> => {
    const launchOne = async (): Promise<Child> => {
      const launched = await launch({ kind: 'start', connection, isFirst: announcement === undefined });
      ({ announcement } = launched);
      return launched;
    };
    workers.push(await supervise(launchOne, (line) => log.warn(line), `worker ${number}`));
  };
  // The first one migrates; if it cannot start, none can.
  await add(1);
  await Promise.all(Array.from({ length: count - 1 }, (_, index) => add(index + 2)));
  const resources = stack.move();
  return { announcement: announcement ?? [], [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Passes a second signal on to the workers that are still at it. */
function hurryWorkers(): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
}

/**
 * Takes the data folder, starts the built-in database, and keeps `WORKERS` processes running that serve one port. Disposing
 * lets the workers finish their requests, then stops the database.
 * @param hurry cuts the time that the workers take to end
 * @returns the lines that a worker announces
 * @throws OperatorError
 */
export async function startWorkers(
  config: Config,
  program: Program,
  hurry: AbortSignal,
  log: Logger,
): Promise<AsyncDisposable & { readonly announcement: readonly string[] }> {
  await using stack = new AsyncDisposableStack();
  stack.use(await takeDataFolder(config));
  await checkPort(config);
  const { dataDir, databaseUrl, workers: count } = config;
  const maxConnections = `max_connections=${connectionsEach * (count + 1)}`;
  const isBuiltIn = databaseUrl === undefined && dataDir !== undefined;
  const database = isBuiltIn
    ? stack.use(await startBuiltIn({ ...config, dataDir }, log, [maxConnections]))
    : undefined;
  cluster.setupPrimary({ exec: program });
  collectWorkerMetrics();
  const { announcement } = stack.use(await superviseWorkers(count, database?.connection, log));
  hurry.addEventListener('abort', hurryWorkers, { once: true });
  const resources = stack.move();
  return { announcement, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
