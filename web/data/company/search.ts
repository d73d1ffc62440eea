import { withoutSeparators } from '../../../shared/chile/separators.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';
import type { Composite, Known } from '../rows.ts';
import type { DriverState } from '../drivers/driverState.ts';
import { withoutControls } from '../list/search.ts';

/** One thing that the search across everything has found. */
export type FoundItem = Known<
  Composite<'found_item'>,
  {
    readonly kind:
      | 'driver'
      | 'vehicle'
      | 'case'
      | 'trip'
      | 'document'
      | 'device'
      | 'receipt'
      | 'announcement'
      | 'rights'
      | 'user';
    readonly id: string;
    /** A name, number or address; the beginning of an announcement; a vehicle has only its plate. */
    readonly title: string | null;
    readonly plate: string | null;
    /** A driver's code; the state too. */
    readonly code: string | null;
    readonly state: DriverState | null;
    /** The driver of a document, case or receipt. */
    readonly owner: string | null;
    readonly detail: string | null;
  }
>;

/** The text with single spaces between its words; empty for one that is too short to search. */
export function searchable(typed: string): string {
  const text = withoutControls(typed).trim().replace(/\s+/g, ' ');
  return withoutSeparators(text).length < 2 ? '' : text;
}

/** The first records of each kind that match, five of each at most, within the rights of the role. @throws DataError `not_admin` */
export async function searchCompany(query: string, signal?: AbortSignal): Promise<readonly FoundItem[]> {
  const call = getDatabase().rpc('search_company', { query });
  return unwrap(await (signal ? call.abortSignal(signal) : call)) as FoundItem[];
}
