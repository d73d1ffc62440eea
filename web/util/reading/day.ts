/**
 * The day that a text names: 24-11-2026 and 24/11/2026 as in Chile, or 2026-11-24.
 * @returns as `2026-11-24`; empty for another order, a year of two digits and a day that does not exist
 */
export function readDay(text: string): string {
  const written = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})$/.exec(text.trim());
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim());
  const [year, month, day] = written
    ? [written[4], written[3], written[1]]
    : iso
      ? [iso[1], iso[2], iso[3]]
      : [];
  if (year === undefined || month === undefined || day === undefined) return '';
  const plain = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${plain}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === plain;
  return exists && plain >= '2000-01-01' && plain <= '2100-12-31' ? plain : '';
}
