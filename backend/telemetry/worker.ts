import { writeSync } from 'node:fs';
import { Session, type Debugger } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import { createStallDetector, intervalMs } from './stall.ts';

/** Data that the watched thread shares with its watchdog. */
export interface Watched {
  /** Number of beats of its event loop, and whether a debugger can attach (0, 1): it may stop at a breakpoint. */
  readonly state: Int32Array<SharedArrayBuffer>;
  readonly limitMs: number;
  readonly exitCode: number;
}

/** The main thread has this long to pause, and then to exit. Native code does neither. */
const timeoutMs = 2000;

const standardOutput = 1;

type Scripts = ReadonlyMap<Debugger.CallFrame['location']['scriptId'], string>;

function describe({ functionName, location }: Debugger.CallFrame, scripts: Scripts): string {
  const { scriptId, lineNumber, columnNumber = 0 } = location;
  const place = `${scripts.get(scriptId)}:${lineNumber + 1}:${columnNumber + 1}`;
  return `at ${functionName || '<anonymous>'} (${place})`;
}

/** Writes a log line directly: the logger and even the worker's own `console` need the main thread. */
function report(stack: readonly string[], seconds: number): void {
  const line = {
    level: 'fatal',
    time: new Date().toISOString(),
    stack,
    msg: `the event loop was blocked for ${seconds} s; the process ends`,
  };
  try {
    writeSync(standardOutput, `${JSON.stringify(line)}\n`);
  } catch {
    // The log has no reader any more; exit all the same.
  }
}

/** Pauses the main thread, logs its stack, and ends the process. */
function endProcess({ limitMs, exitCode }: Watched): void {
  const session = new Session();
  session.connectToMainThread();
  const abort = (): unknown => process.kill(process.pid, 'SIGABRT');
  const unpaused = setTimeout(() => {
    report(['in native code'], limitMs / 1000);
    abort();
  }, timeoutMs);
  const scripts = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url));
  session.once('Debugger.paused', ({ params }) => {
    clearTimeout(unpaused);
    setTimeout(abort, timeoutMs);
    report(
      params.callFrames.map((frame) => describe(frame, scripts)),
      limitMs / 1000,
    );
    session.post('Runtime.evaluate', { expression: `process.exit(${exitCode})` });
    session.disconnect();
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}

const watched = workerData as Watched;
const isBlocked = createStallDetector(watched.limitMs);
const timer = setInterval(() => {
  const [beats = 0, debugged = 0] = [0, 1].map((place) => Atomics.load(watched.state, place));
  if (debugged === 1 || !isBlocked(performance.now(), beats)) return;
  clearInterval(timer);
  endProcess(watched);
}, intervalMs);
// This thread allocates too little for V8 to collect the garbage of its start.
globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
