import type { Database } from '../../../shared/database.types.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';
import { readPage, type Page, type WantedPage } from './page.ts';
import { searchFilters } from './search.ts';

/** A breach of security that concerns personal data. Times are ISO 8601; `happened_on` is a day in Chile. */
export type Breach = Database['public']['Tables']['breaches']['Row'];
/** The fields of a breach that an administrator writes. */
export type BreachEntry = Omit<Breach, 'id' | 'created_at'>;

/** One page of the register, the newest first. */
export function listBreachesPage(
  search: string,
  page: WantedPage,
  signal: AbortSignal,
): Promise<Page<Breach>> {
  return readPage<Breach>(page, async (from, to) => {
    let query = getDatabase().from('breaches').select('*', { count: 'exact' });
    for (const words of searchFilters(search, 'breaches')) query = query.or(words);
    const ordered = query.order('known_at', { ascending: false }).order('id');
    return ordered.range(from, to).abortSignal(signal);
  });
}

/** Enters a breach, or replaces the entry with this id. */
export async function saveBreach(entry: BreachEntry, id: string | null): Promise<void> {
  const given = { entry: { ...entry }, ...(id !== null && { breach: id }) };
  unwrap(await getDatabase().rpc('save_breach', given));
}
