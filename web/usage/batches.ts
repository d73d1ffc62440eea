import { usageNames, type UsageCount } from '../../shared/usage.ts';
import { dayAfter } from '../util/time/month.ts';

/** The counts that a device stores until the server has them. */
export interface StoredUsage {
  /** By day, name and language, with spaces between them. */
  readonly open: Readonly<Record<string, number>>;
  /** The batch in flight. It never changes, so that the server can tell a repeated one. */
  readonly batch: { readonly key: string; readonly uses: readonly UsageCount[] } | null;
}

export const noUsage: StoredUsage = { open: {}, batch: null };

/** The server takes at most 500 entries at a time, and none older than a month. */
const [mostEntries, mostDays] = [400, 30];

/** Counts a use. */
export function withUse(stored: StoredUsage, { day, name, language, uses }: UsageCount): StoredUsage {
  const entry = `${day} ${name} ${language}`;
  return { ...stored, open: { ...stored.open, [entry]: (stored.open[entry] ?? 0) + uses } };
}

function countOf([entry, uses]: readonly [string, number]): UsageCount[] {
  const [day = '', written, language = ''] = entry.split(' ');
  const name = usageNames.find((each) => each === written);
  return name ? [{ day, name, language, uses }] : [];
}

/**
 * Puts the open counts into a batch, unless one is in flight. Drops counts that the server would reject.
 * @param key of the new batch
 */
export function withBatch(stored: StoredUsage, key: string, today: string): StoredUsage {
  if (stored.batch) return stored;
  const oldest = dayAfter(today, -mostDays);
  const current = Object.entries(stored.open).filter(([entry]) => entry >= oldest);
  const uses = current.slice(0, mostEntries).flatMap(countOf);
  const open = Object.fromEntries(current.slice(mostEntries));
  return { open, batch: uses.length > 0 ? { key, uses } : null };
}
