import { restError } from '../errors.ts';

/** The `Prefer` header, parsed. What was not given is undefined. */
export interface Preferences {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined;
  readonly return: 'representation' | 'minimal' | 'headers-only' | undefined;
  readonly count: 'exact' | 'planned' | 'estimated' | undefined;
  readonly missing: 'default' | 'null' | undefined;
  readonly handling: 'strict' | 'lenient' | undefined;
  readonly maxAffected: number | undefined;
  readonly tx: 'commit' | 'rollback' | undefined;
}

const values = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
} as const;

const none: Preferences = {
  resolution: undefined,
  return: undefined,
  count: undefined,
  missing: undefined,
  handling: undefined,
  maxAffected: undefined,
  tx: undefined,
};

/**
 * Parses `Prefer`: values separated by commas, the first of a kind counts.
 * @throws RestError PGRST122 when `handling=strict` comes with something unknown.
 */
export function parsePreferences(header: string | null): Preferences {
  if (header === null) return none;
  const found = new Map<string, string>();
  const unknown: string[] = [];
  for (const part of header.split(',')) {
    const preference = part.trim();
    if (preference === '') continue;
    const [name = '', value = ''] = preference.split('=', 2);
    const allowed: readonly string[] = Object.hasOwn(values, name) ? values[name as keyof typeof values] : [];
    const isKnown = allowed.includes(value) || (name === 'max-affected' && /^\d{1,9}$/.test(value));
    if (!isKnown) unknown.push(preference);
    else if (!found.has(name)) found.set(name, value);
  }
  if (found.get('handling') === 'strict' && unknown.length > 0)
    throw restError('PGRST122', [], { details: `Invalid preferences: ${unknown.join(', ')}` });
  const maxAffected = found.get('max-affected');
  return {
    resolution: found.get('resolution') as Preferences['resolution'],
    return: found.get('return') as Preferences['return'],
    count: found.get('count') as Preferences['count'],
    missing: found.get('missing') as Preferences['missing'],
    handling: found.get('handling') as Preferences['handling'],
    maxAffected: maxAffected === undefined ? undefined : Number(maxAffected),
    tx: found.get('tx') as Preferences['tx'],
  };
}
