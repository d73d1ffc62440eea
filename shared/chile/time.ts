/** The company's time zone. */
export const chileanZone = 'America/Santiago';

// “sv” writes days and times as ISO 8601 does.
const stamp = new Intl.DateTimeFormat('sv', {
  timeZone: chileanZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/**
 * Day and minute of a moment in Chile, as `2026-11-24 22:05`; empty for one that JavaScript cannot read, such as
 * PostgreSQL's `-infinity`.
 * @param moment ISO 8601
 */
export function chileanStamp(moment: string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '' : stamp.format(date);
}

/**
 * The moments of a day and time in Chile: two for an hour that is there twice in the night when summer ends, none for a text
 * that is no time.
 * @param day `2026-11-24`
 * @param time `22:05`
 */
export function chileanMoments(day: string, time: string): readonly Date[] {
  const written = `${day} ${time}`;
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(written)) return [];
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(asUtc)) return [];
  // Chile is three hours behind UTC in summer, four in winter.
  const [summer, winter] = [3, 4].map((hours) => new Date(asUtc + hours * 3_600_000)) as [Date, Date];
  const found = [summer, winter].filter((moment) => chileanStamp(moment.toISOString()) === written);
  // The hour that is left out when summer begins is read with the clock of before.
  return found.length > 0 ? found : [winter];
}

/** The first of `chileanMoments`; null for a text that is no time. */
export function chileanMoment(day: string, time: string): Date | null {
  return chileanMoments(day, time)[0] ?? null;
}

const dayMs = 86_400_000;

/** The beginning of the day after a day in Chile; null for a text that is none. @param day `2026-11-24` */
export function endOfChileanDay(day: string): Date | null {
  const noon = chileanMoment(day, '12:00');
  if (!noon) return null;
  const next = new Date(noon.getTime() + dayMs).toISOString().slice(0, 10);
  return chileanMoment(next, '00:00');
}
