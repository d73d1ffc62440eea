/** A whole number with or without thousands: `24000`, `24.000`, `24 000`. */
const whole = /^(?:\d{1,9}|\d{1,3}(?:[. \u00a0]\d{3}){1,2})$/;

/**
 * Whole numbers, also as `$24.000`, `24.000 pesos` and `24 mil`; undefined for nothing, null for anything else, for example
 * `24,5` and `2.5`, which could mean several.
 */
export function parseWhole(text: string): number | undefined | null {
  const bare = text
    .trim()
    .replace(/^(?:clp|\$) ?/i, '')
    .replace(/ ?(?:pesos|clp)$|[.,]-$/i, '');
  if (bare === '') return undefined;
  const [, thousands] = /^(\d{1,5}) ?mil$/i.exec(bare) ?? [];
  if (thousands !== undefined) return Number(thousands) * 1000;
  return whole.test(bare) ? Number(bare.replace(/\D/g, '')) : null;
}

/** The most that the database takes for an amount of a trip (`supabase/schemas/39_trip_cash.sql`). */
const mostPesos = 99_999_999;

/** An amount of pesos, read as `parseWhole` does; null also for more than a trip can cost. */
export function parsePesos(text: string): number | undefined | null {
  const pesos = parseWhole(text);
  return typeof pesos === 'number' && pesos > mostPesos ? null : pesos;
}
