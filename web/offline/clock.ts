/** A clock that is off by less is right: nothing on the screen depends on it. */
const toleranceMs = 2 * 60_000;
/** The server tells whole seconds, and the network takes its time. */
const precisionMs = 2_000;

/**
 * How far our clock is ahead of the server's, in milliseconds; null without a time of the server.
 * @param date the header `Date` of the response, in whole seconds
 * @param tookMs between the request and the response
 */
export function clockOffset(date: string | null, tookMs: number): number | null {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? null : Math.round(Date.now() - tookMs / 2 - (time + 500));
}

/** Whether two offsets differ by less than can be measured. */
export function isSameOffset(one: number, other: number | null): boolean {
  return other !== null && Math.abs(one - other) < precisionMs;
}

/** Whether a clock with that offset shows a wrong time. */
export function isClockWrong(offset: number | null): boolean {
  return offset !== null && Math.abs(offset) > toleranceMs;
}
