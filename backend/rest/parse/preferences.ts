import { restError } from '../errors.ts';

const values = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
} as const;

/** The `Prefer` header, parsed. Absent preferences are undefined. */
export type Preferences = {
  readonly [Name in keyof typeof values]?: (typeof values)[Name][number];
} & { readonly maxAffected?: number };

/**
 * Parses `Prefer`: values separated by commas, the first of a kind counts.
 * @throws RestError PGRST122 when `handling=strict` comes with something unknown.
 */
export function parsePreferences(header: string | null): Preferences {
  const found: Record<string, string | number> = {};
  const unknown: string[] = [];
  for (const part of header?.split(',') ?? []) {
    const preference = part.trim();
    if (preference === '') continue;
    const [name = '', value = ''] = preference.split('=', 2);
    const allowed: readonly string[] = Object.hasOwn(values, name) ? values[name as keyof typeof values] : [];
    if (allowed.includes(value)) found[name] ??= value;
    else if (name === 'max-affected' && /^\d{1,9}$/.test(value)) found['maxAffected'] ??= Number(value);
    else unknown.push(preference);
  }
  if (found['handling'] === 'strict' && unknown.length > 0)
    throw restError('PGRST122', [], { details: `Invalid preferences: ${unknown.join(', ')}` });
  return found as Preferences;
}
