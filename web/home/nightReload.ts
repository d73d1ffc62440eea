/** The facts that decide whether the page reloads tonight. */
export interface Night {
  /** The hours and minutes of this device. */
  readonly time: Date;
  /** The day of the last reload, as `dayOf` writes it; null for none. */
  readonly lastDay: string | null;
  /** How long the page has been open, in milliseconds. */
  readonly openFor: number;
  /** The minute of the first hour that is this page's own, 0 to 59: a fleet does not reload at once. */
  readonly minute: number;
}

/** The hours of the night, as minutes since midnight: few vehicles are on the road. */
const fromMinute = 3 * 60;
const untilMinute = 5 * 60;
/** A page that is younger is fresh. */
const minOpenMs = 60 * 60_000;

export function dayOf(time: Date): string {
  return time.toDateString();
}

/** Whether it is time for the one reload of a night. */
export function isReloadDue({ time, lastDay, openFor, minute }: Night): boolean {
  const now = time.getHours() * 60 + time.getMinutes();
  return now >= fromMinute + minute && now < untilMinute && openFor >= minOpenMs && dayOf(time) !== lastDay;
}
