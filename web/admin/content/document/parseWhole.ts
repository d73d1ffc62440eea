/** Whole numbers, also as `15.000` and `$15.000`; undefined for nothing, null for anything else. */
export function parseWhole(text: string): number | undefined | null {
  const digits = text.replace(/[\s$.]/g, '');
  if (digits === '') return undefined;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
