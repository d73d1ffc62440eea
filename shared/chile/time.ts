import { companyZone } from './zone.ts';

/** The part of `Temporal` that this file needs; older browsers and Node 24 do not have it. */
interface TemporalPart {
  readonly Instant: {
    readonly fromEpochMilliseconds: (time: number) => {
      readonly toString: (options: { readonly timeZone: string; readonly smallestUnit: 'minute' }) => string;
    };
  };
}

const { Temporal } = globalThis as { readonly Temporal?: TemporalPart };

let format: Intl.DateTimeFormat | undefined;
let formatZone = '';

/** “sv” writes days and times as ISO 8601 does. */
function formatter(): Intl.DateTimeFormat {
  if (!format || formatZone !== companyZone()) {
    formatZone = companyZone();
    format = new Intl.DateTimeFormat('sv', { timeZone: formatZone, dateStyle: 'short', timeStyle: 'short' });
  }
  return format;
}

/**
 * Day and minute in Chile, as `2026-11-24T22:05`. The first formatter of a page takes a slow phone a tenth of a second,
 * `Temporal` a twentieth of that.
 * @param time in milliseconds since 1970
 */
export function chileanMinute(time: number): string {
  if (!Temporal) return formatter().format(time).replace(' ', 'T');
  const { length } = '2026-11-24T22:05';
  return Temporal.Instant.fromEpochMilliseconds(time)
    .toString({ timeZone: companyZone(), smallestUnit: 'minute' })
    .slice(0, length);
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * The clock in Chile at a moment, as `2026-11-22T18:30`. In April clocks go back: the hour that comes twice reads 23:59
 * throughout its second pass, so that a price which has begun in it does not end again.
 */
export function chileanClock(moment: Date): string {
  const now = chileanMinute(moment.getTime());
  return chileanMinute(moment.getTime() - hourMs) === now ? `${now.slice(0, -2)}59` : now;
}

/** The day in Chile at a moment, as `2026-11-22`. */
export function chileanDay(moment: Date): string {
  return chileanMinute(moment.getTime()).slice(0, 10);
}

/**
 * Day and minute of a moment in Chile, as `2026-11-24 22:05`; empty for one that JavaScript cannot read, such as
 * PostgreSQL's `-infinity`.
 * @param moment ISO 8601
 */
export function chileanStamp(moment: string): string {
  const time = Date.parse(moment);
  return Number.isNaN(time) ? '' : chileanMinute(time).replace('T', ' ');
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
  const behind = (time: number): number => time - Date.parse(`${chileanMinute(time)}Z`);
  const [before, after] = [asUtc - dayMs, asUtc + dayMs].map((time) => new Date(asUtc + behind(time))) as [
    Date,
    Date,
  ];
  const moments = before.getTime() === after.getTime() ? [before] : [before, after];
  const found = moments.filter((moment) => chileanStamp(moment.toISOString()) === written);
  // The hour that is left out when summer begins is read with the clock of before.
  return found.length > 0 ? found : [before];
}

/** The first of `chileanMoments`; null for a text that is no time. */
export function chileanMoment(day: string, time: string): Date | null {
  return chileanMoments(day, time)[0] ?? null;
}
