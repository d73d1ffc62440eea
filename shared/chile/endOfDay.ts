import { chileanMoment } from './time.ts';

const dayMs = 86_400_000;

/** The beginning of the day after a day in Chile; null for a text that is none. @param day `2026-11-24` */
export function endOfChileanDay(day: string): Date | null {
  const noon = chileanMoment(day, '12:00');
  if (!noon) return null;
  const next = new Date(noon.getTime() + dayMs).toISOString().slice(0, 10);
  return chileanMoment(next, '00:00');
}
