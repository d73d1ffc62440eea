import { storedValue } from '../util/storedValue.ts';

/** An error of this device. */
export interface NotedError {
  /** By the clock of the device, in milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

const maxErrors = 20;
const maxChars = 300;
/** An error repeated within this time is one. */
const sameWithinMs = 60_000;

const storedErrors = storedValue('transfer.errors', (value): value is readonly NotedError[] =>
  Array.isArray(value),
);

/** The last errors of this device, newest first. */
export function notedErrors(): readonly NotedError[] {
  return storedErrors.read() ?? [];
}

function note(text: string): void {
  const at = Date.now();
  const shown = text.slice(0, maxChars);
  const stored = notedErrors();
  const [last] = stored;
  if (last?.text === shown && Math.abs(at - last.at) < sameWithinMs) return;
  // Without storage only the browser's own console has them.
  storedErrors.write([{ at, text: shown }, ...stored].slice(0, maxErrors));
}

function describe(value: unknown): string {
  return value instanceof Error ? `${value.name}: ${value.message}` : String(value);
}

/** Keeps the errors that reach the window or the console, until `signal`. */
export function noteErrors(signal: AbortSignal): void {
  window.addEventListener('error', ({ message }) => note(message), { signal });
  window.addEventListener('unhandledrejection', ({ reason }) => note(describe(reason)), { signal });
  // The app logs there what it recovers from, and React what a boundary caught.
  const print = console.error;
  console.error = (...values: unknown[]) => {
    print(...values);
    const readable = values.filter((value) => typeof value !== 'object' || value instanceof Error);
    note(readable.map(describe).join(' '));
  };
  signal.addEventListener('abort', () => (console.error = print), { once: true });
}
