/** Days are texts as `2026-11-30`, months as `2026-11`. */

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** The day so many days later, or earlier. */
export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The last day of a month. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** A month and those behind it. */
export function monthsFrom(month: string, count: number): readonly string[] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, number - 1 + index, 1)).toISOString().slice(0, 7),
  );
}
