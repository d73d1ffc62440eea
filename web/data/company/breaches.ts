import type { Database } from '../../../shared/database.types.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';
import { readPage, type Page, type WantedPage } from '../list/page.ts';
import { searchFilters } from '../list/search.ts';
import { sorted, type SortedList } from '../list/sort.ts';

/** A breach of security that concerns personal data. Times are ISO 8601; `happened_on` is a day in Chile. */
export type Breach = Database['public']['Tables']['breaches']['Row'];
/** The fields of a breach that an administrator writes. */
export type BreachEntry = Omit<Breach, 'id' | 'created_at' | 'version'>;

/** One page of the register, the newest first unless a heading sorts it. */
export function listBreachesPage(
  { search, ...order }: SortedList<'breaches'> & { readonly search: string },
  page: WantedPage,
  signal: AbortSignal,
): Promise<Page<Breach>> {
  return readPage<Breach>(page, async (from, to) => {
    let query = getDatabase().from('breaches').select('*', { count: 'exact' });
    for (const words of searchFilters(search, 'breaches')) query = query.or(words);
    const ordered = sorted(query, order).order('known_at', { ascending: false }).order('id');
    return ordered.range(from, to).abortSignal(signal);
  });
}

/** @returns null when the entry is gone */
export async function getBreach(id: string): Promise<Breach | null> {
  const [found] = unwrap(await getDatabase().from('breaches').select('*').eq('id', id));
  return found ?? null;
}

/**
 * Enters a breach, or replaces an entry.
 * @param before the entry as the administrator saw it; null for a new one
 * @param newId the id of a new entry: a repeated call enters it once
 * @throws DataError `edit_conflict` when somebody else was faster
 */
export async function saveBreach(entry: BreachEntry, before: Breach | null, newId: string): Promise<void> {
  const given = before
    ? { entry: { ...entry, version: before.version }, breach: before.id }
    : { entry: { ...entry, id: newId } };
  unwrap(await getDatabase().rpc('save_breach', given));
}
