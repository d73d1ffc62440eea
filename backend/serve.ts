import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config/config.ts';
import { createBackend, type Backend } from './create-backend.ts';
import { prepareDraining } from './http/drain.ts';
import { createGate } from './http/gate.ts';
import { behindProxies, createHttpServer, openPort } from './http/listen.ts';
import { checkHost } from './http/port.ts';
import type { RealtimeAttachment } from './realtime/index.ts';
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

/** Signals within this time are one: `npm start` and the terminal both pass on a Ctrl-C. In milliseconds. */
const sameSignal = 1000;

/**
 * Watches for the signals that end the process: `stopping` aborts at the first, `hurry` at a second one. No signal cuts
 * the clean shutdown. A closed terminal sends SIGHUP, and output written afterwards fails: ignore that.
 */
function watchSignals() {
  const [stopping, hurry] = [new AbortController(), new AbortController()];
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  let firstAt: number | undefined;
  const onSignal = (): void => {
    firstAt ??= performance.now();
    if (performance.now() - firstAt > sameSignal) hurry.abort();
    stopping.abort();
    resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return { asked, stopping: stopping.signal, hurry: hurry.signal };
}

/**
 * Goes on for the time that load balancers need. In the first half `/health/ready` alone has changed, and they stop to
 * send requests; in the second half the websockets close one by one, and find another server.
 */
async function drain({ drainSeconds }: Config, websockets: RealtimeAttachment, hurry: AbortSignal) {
  const half = drainSeconds * 500;
  if (half > 0) await delay(half, undefined, { signal: hurry }).catch(() => undefined);
  await websockets.drain(half, hurry);
}

async function run({ configure, announce }: Served): Promise<void> {
  const { asked, stopping, hurry } = watchSignals();
  await using stack = new AsyncDisposableStack();
  const { config, options } = await configure();
  const { host, port, trustedProxies } = config;
  await checkHost(host);
  const gate = createGate();
  const limits = trustedProxies.rules.length > 0 ? behindProxies : undefined;
  const server = createHttpServer(gate.fetch, host, limits);
  // Only after a failed start is something left to cut.
  stack.defer(() => server.close().closeAllConnections());
  const close = prepareDraining(server, hurry);
  // Listens before the database is migrated, so that the process is live, and known not to be ready.
  const beforeDatabase = (): Promise<void> => openPort(server, host, port);
  const backend = stack.use(await createBackend(config, options, { beforeDatabase, stopping }));
  stack.defer(close);
  const websockets = stack.use(await backend.attachRealtime(server));
  stack.use(startWatchdog(backend.log));
  gate.open(backend.fetch);
  const lines = await announce(backend);
  console.log(`\n  ${lines.join('\n\n  ')}\n`);
  await asked;
  await drain(config, websockets, hurry);
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
