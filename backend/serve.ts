import type { Config } from './config/config.ts';
import { createBackend, type Backend } from './create-backend.ts';
import { prepareDraining } from './http/drain.ts';
import { listen } from './http/listen.ts';
import { checkHost, checkPort, explainPort } from './http/port.ts';
import type { BackendOptions } from './service/options.ts';
import { startWatchdog } from './telemetry/watchdog.ts';
import { OperatorError } from './util/operator-error.ts';

/** The parts of a server process that differ between products. */
export interface Served {
  /** Runs first; an OperatorError ends the start with its message. */
  configure(): Promise<{ readonly config: Config; readonly options?: BackendOptions }>;
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

async function run({ configure, announce }: Served): Promise<void> {
  const signal = untilSignal();
  await using stack = new AsyncDisposableStack();
  const { config, options } = await configure();
  const { host, port } = config;
  await checkHost(host);
  const beforeDatabase = (): Promise<void> => checkPort(host, port);
  const backend = stack.use(await createBackend(config, options, { beforeDatabase }));
  const server = await listen(backend.fetch, host, port).catch((error: Error) => {
    throw explainPort(error, host, port);
  });
  stack.defer(prepareDraining(server));
  stack.use(await backend.attachRealtime(server));
  stack.use(startWatchdog(backend.log));
  const lines = await announce(backend);
  console.log(`\n  ${lines.join('\n\n  ')}\n`);
  await signal;
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
}
