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
 * The moment of a day and time in Chile; null for a text that is none. An hour that is there twice in the night when summer
 * ends counts from its first pass.
 * @param day `2026-11-24`
 * @param time `22:05`
 */
export function chileanMoment(day: string, time: string): Date | null {
  const written = `${day} ${time}`;
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(written)) return null;
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(asUtc)) return null;
  // Chile is three hours behind UTC in summer, four in winter.
  const summer = new Date(asUtc + 3 * 3_600_000);
  return chileanStamp(summer.toISOString()) === written ? summer : new Date(asUtc + 4 * 3_600_000);
}

const dayMs = 86_400_000;

/** The beginning of the day after a day in Chile; null for a text that is none. @param day `2026-11-24` */
export function endOfChileanDay(day: string): Date | null {
  const noon = chileanMoment(day, '12:00');
  if (!noon) return null;
  const next = new Date(noon.getTime() + dayMs).toISOString().slice(0, 10);
  return chileanMoment(next, '00:00');
}
