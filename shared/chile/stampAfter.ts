import { chileanMoments, chileanStamp } from './time.ts';

/**
 * Day and minute in Chile some minutes after a time of a day, as `2026-11-28 15:00`; null for a text that is no time.
 * @param second the second of two equal hours is meant
 */
export function chileanStampAfter(day: string, time: string, minutes: number, second = false): string | null {
  const moment = chileanMoments(day, time).at(second ? -1 : 0);
  return moment ? chileanStamp(new Date(moment.getTime() + minutes * 60_000).toISOString()) : null;
}
