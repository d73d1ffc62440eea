import type { Config } from './config/config.ts';
import { createBackend, type Backend } from './create-backend.ts';
import type { Overrides } from './create-context.ts';
import { prepareDraining } from './http/drain.ts';
import { listen } from './http/listen.ts';
import { checkHost, checkPort, explainPort } from './http/port.ts';
import type { BackendOptions } from './service/options.ts';
import { createLogger } from './telemetry/logger.ts';
import { startWatchdog } from './telemetry/watchdog.ts';
import { OperatorError } from './util/operator-error.ts';
import { startWorkers } from './workers/primary.ts';
import { isWorker, leave, reportReady, startOrder } from './workers/worker.ts';

interface Configured {
  readonly config: Config;
  readonly options?: BackendOptions;
}

/** Says that the server is ready, and resolves when it shall end. */
type Until = (announcement: readonly string[]) => Promise<void>;

/** The parts of a server process that differ between products. */
export interface Served {
  /** The file that runs: `WORKERS` are processes that run it, too. */
  readonly program: string;
  /** Runs first; an OperatorError ends the start with its message. */
  configure(): Promise<Configured>;
  /** Gives the lines to print when the server is ready. */
  announce(backend: Backend): readonly string[] | Promise<readonly string[]>;
}

/**
 * Resolves at the first signal. Handlers stay installed, so a second signal does not cut the clean shutdown. A closed
 * terminal sends SIGHUP, and output written afterwards fails: ignore that.
 */
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  });
}

/** Serves in this process: alone, or as one of several workers. */
async function serveHere(
  { announce }: Served,
  { config, options }: Configured,
  overrides: Overrides,
  until: Until,
) {
  await using stack = new AsyncDisposableStack();
  const { host, port } = config;
  const backend = stack.use(await createBackend(config, options, overrides));
  const server = await listen(backend.fetch, host, port).catch((error: Error) => {
    throw explainPort(error, host, port);
  });
  stack.defer(prepareDraining(server));
  stack.use(await backend.attachRealtime(server));
  stack.use(startWatchdog(backend.log));
  await until(await announce(backend));
}

/** Keeps workers that serve, and prints what one of them announces. */
async function serveByWorkers(
  { program }: Served,
  { config }: Configured,
  beforeDatabase: () => Promise<void>,
  until: Until,
) {
  await using stack = new AsyncDisposableStack();
  const log = createLogger(config.logLevel);
  const { announcement } = stack.use(await startWorkers(config, program, beforeDatabase, log));
  stack.use(startWatchdog(log));
  await until(announcement);
}

async function run(served: Served): Promise<void> {
  const signal = untilSignal();
  const configured = await served.configure();
  const { host, port, workers } = configured.config;
  if (isWorker)
    return serveHere(served, configured, { connection: await startOrder() }, async (lines) => {
      reportReady(lines);
      await signal;
    });
  await checkHost(host);
  const beforeDatabase = (): Promise<void> => checkPort(host, port);
  const until: Until = async (lines) => {
    console.log(`\n  ${lines.join('\n\n  ')}\n`);
    await signal;
  };
  if (workers > 1) return serveByWorkers(served, configured, beforeDatabase, until);
  return serveHere(served, configured, { beforeDatabase }, until);
}

/** Runs a server process until SIGINT, SIGTERM or SIGHUP. A failed start prints its reason and sets the exit code. */
export async function serve(served: Served): Promise<void> {
  try {
    await run(served);
  } catch (error) {
    // Any other error is a defect: print its stack.
    console.error(error instanceof OperatorError ? error.message : error);
    process.exitCode = 1;
  }
  if (isWorker) leave();
}
