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

/** The weeks of a month, from Monday to Sunday, with the days of the months beside it that fill them. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = `${month}-01`;
  // Sunday is 0.
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const weeks: string[][] = [];
  let day = dayAfter(first, -weekday);
  while (monthOf(day) <= month) {
    const start = day;
    weeks.push(Array.from({ length: 7 }, (_, index) => dayAfter(start, index)));
    day = dayAfter(day, 7);
  }
  return weeks;
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
