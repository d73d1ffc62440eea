import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config/config.ts';
import { createBackend, type Backend } from './create-backend.ts';
import { closeServer } from './http/drain.ts';
import { createGate } from './http/gate.ts';
import { behindProxies, createHttpServer, openPort } from './http/listen.ts';
import { checkHost } from './http/port.ts';
import { inTurns } from './http/turns.ts';
import type { RealtimeAttachment } from './realtime/index.ts';
import type { BackendOptions } from './service/options.ts';
import { createLogger } from './telemetry/logger.ts';
import { collectWhenQuiet } from './telemetry/quiet-memory.ts';
import { startWatchdog } from './telemetry/watchdog.ts';
import { OperatorError } from './util/operator-error.ts';
import type { StartOrder } from './workers/messages.ts';
import { startWorkers } from './workers/primary.ts';
import { isWorker, leave, reportReady, startOrder } from './workers/worker.ts';

interface Configured {
  readonly config: Config;
  readonly options?: BackendOptions;
}

/** The parts of a server process that differ between products. */
export interface Served {
  /** The file that runs: `WORKERS` are processes that run it, too. */
  readonly program: string;
  /** Runs first; an OperatorError ends the start with its message. */
  configure(): Promise<Configured>;
  /** Gives the lines to print when the server is ready. */
  announce(backend: Backend): readonly string[] | Promise<readonly string[]>;
}

/** The start may go on this long after a signal. */
const startGraceMs = 10_000;
/** Signals within this time are one: `npm start` and the terminal both pass on a Ctrl-C. */
const sameSignalMs = 1000;

/**
 * Watches for the signals that end the process: `stopping` aborts at the first, `hurry` at a second one. No signal cuts
 * the clean shutdown. A start that does not end after a signal is killed, because a file system that hangs also keeps
 * `process.exit` from ending. A closed terminal sends SIGHUP, and output written afterwards fails: ignore that.
 */
function watchSignals() {
  const [stopping, hurry] = [new AbortController(), new AbortController()];
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  let firstAt: number | undefined;
  let isStarting = true;
  const kill = (): void => {
    if (!isStarting) return;
    console.error(
      `The start did not end within ${startGraceMs / 1000} s of the signal. The process is killed.`,
    );
    process.kill(process.pid, 'SIGKILL');
  };
  const onSignal = (): void => {
    if (firstAt === undefined) setTimeout(kill, startGraceMs).unref();
    firstAt ??= performance.now();
    if (performance.now() - firstAt > sameSignalMs) hurry.abort();
    stopping.abort();
    resolve();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const started = (): void => void (isStarting = false);
  return { asked, stopping: stopping.signal, hurry: hurry.signal, started };
}

type Signals = ReturnType<typeof watchSignals>;

/**
 * Goes on for the time that load balancers need. In the first half `/health/ready` alone has changed, and they stop to
 * send requests; in the second half the websockets close one by one, and find another server.
 */
async function drain({ drainSeconds }: Config, websockets: RealtimeAttachment, hurry: AbortSignal) {
  const half = drainSeconds * 500;
  if (half > 0) await delay(half, undefined, { signal: hurry }).catch(() => undefined);
  await websockets.drain(half, hurry);
}

/** The part of a process that serves: alone, or as a worker. */
interface Role extends Pick<StartOrder, 'connection' | 'isFirst'> {
  /** Says that the server is ready. */
  readonly say: (announcement: readonly string[]) => void;
}

/** Serves in this process, alone or as one of several workers. */
async function serveHere(
  { announce }: Served,
  { config, options }: Configured,
  { asked, stopping, hurry, started }: Signals,
  { connection, isFirst, say }: Role,
): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { host, port, trustedProxies } = config;
  const gate = createGate();
  const limits = trustedProxies.isEmpty ? undefined : behindProxies;
  const server = createHttpServer(
    { respond: inTurns(gate.respond), fail: gate.fail, trustedProxies },
    limits,
  );
  // Only after a failed start is something left to cut.
  stack.defer(() => server.close().closeAllConnections());
  // Listens before the database is migrated, so that the process is live, and known not to be ready. Beside workers that
  // serve, it listens when it serves, too.
  const open = (): Promise<void> => openPort(server, host, port);
  const beforeDatabase = isFirst ? open : undefined;
  const backend = stack.use(await createBackend(config, options, { beforeDatabase, stopping, connection }));
  stack.defer(() => closeServer(server, hurry));
  const websockets = stack.use(await backend.attachRealtime(server));
  stack.use(await trustedProxies.follow(backend.log));
  stack.use(startWatchdog(backend.log));
  stack.use(collectWhenQuiet());
  gate.open(backend);
  if (!isFirst) await open();
  started();
  say(await announce(backend));
  await asked;
  await drain(config, websockets, hurry);
}

function print(announcement: readonly string[]): void {
  console.log(`\n  ${announcement.join('\n\n  ')}\n`);
}

/** Keeps workers that serve. */
async function serveByWorkers(
  { program }: Served,
  { config }: Configured,
  { asked, hurry, started }: Signals,
) {
  await using stack = new AsyncDisposableStack();
  const log = createLogger(config.logLevel);
  const { announcement } = stack.use(await startWorkers(config, program, hurry, log));
  stack.use(startWatchdog(log));
  stack.use(collectWhenQuiet());
  started();
  print(announcement);
  await asked;
}

async function run(served: Served): Promise<void> {
  // Until it is configured there is nothing to close: a signal ends the process at once, even one that waits for a file that
  // never comes. Workers leave signals to the primary process.
  const early = isWorker ? watchSignals() : undefined;
  const configured = await served.configure();
  const signals = early ?? watchSignals();
  if (isWorker) return serveHere(served, configured, signals, { ...(await startOrder()), say: reportReady });
  const { host, workers } = configured.config;
  await checkHost(host);
  if (workers > 1) return serveByWorkers(served, configured, signals);
  return serveHere(served, configured, signals, { isFirst: true, say: print });
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
