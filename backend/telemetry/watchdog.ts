import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { intervalMs } from './stall.ts';
import type { Watched } from './worker.ts';

/**
 * Exit code of a process whose event loop was blocked (EX_SOFTWARE of sysexits.h). A supervisor should restart such a
 * server: systemd and containers do so after any exit.
 */
export const blockedExitCode = 70;

/** The longest time that the event loop may be blocked. */
const limitMs = 5000;

/**
 * Watches the event loop of this thread from a worker. When it is blocked for five seconds, the worker logs the stack
 * that blocks it and ends the process with `blockedExitCode`, or with SIGABRT when the stack is deep in native code.
 * While a debugger can attach (`--inspect`) it does nothing.
 */
export function startWatchdog(log: Logger): AsyncDisposable {
  const state = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const beat = (): void => {
    Atomics.add(state, 0, 1);
    Atomics.store(state, 1, inspectorUrl() === undefined ? 0 : 1);
  };
  beat();
  const workerData: Watched = { state, limitMs, exitCode: blockedExitCode };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
  worker.unref();
  worker.on('error', (error) => log.error({ err: error }, 'the watchdog of the event loop ended'));
  const timer = setInterval(beat, intervalMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await worker.terminate();
    },
  };
}
