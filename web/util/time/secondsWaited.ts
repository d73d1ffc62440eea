const maxInteger = 2 ** 31 - 1;

/** Milliseconds as whole seconds that the database takes, however wrong the clock that measured them. */
export function secondsWaited(waitedMs: number): number {
  return Math.max(-maxInteger, Math.min(Math.round(waitedMs / 1_000), maxInteger));
}
