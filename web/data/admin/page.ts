import { callFunction } from '../client.ts';
import { toDataError } from '../errors.ts';

/** Rows on a page. */
export const perPage = 25;

/** A page of a long list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** From 1; the last page if the requested one does not exist any more. */
  readonly page: number;
  /** Rows on all pages. */
  readonly total: number;
}

/** The number of pages that so many rows fill; an empty list has one page. */
export function pagesFor(total: number): number {
  return Math.max(1, Math.ceil(total / perPage));
}

/** Text that was typed as search, without characters that the database does not store. */
export function withoutControls(text: string): string {
  return text.replace(/\p{Control}/gu, ' ');
}

/**
 * One page of a list of `functions/v1/<name>`.
 * @param rows the name of the rows in the response
 * @param filters the parameters besides the page; empty ones are left out
 * @param page from 1
 * @throws DataError `not_admin`
 */
export async function callPage<Row>(
  name: string,
  rows: string,
  filters: Readonly<Record<string, string>>,
  page: number,
  signal: AbortSignal,
): Promise<Page<Row>> {
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  const query = new URLSearchParams([['page', `${page}`], ['per_page', `${perPage}`], ...given]);
  const response = await callFunction<Record<string, unknown>>(`${name}?${query}`, { method: 'GET', signal });
  const total = Number(response['total']);
  const last = pagesFor(total);
  if (page > last) return callPage(name, rows, filters, last, signal);
  return { rows: response[rows] as readonly Row[], page, total };
}

/** The response to a query that counts its rows. */
interface Counted<Row> {
  readonly data: Row[] | null;
  readonly error: unknown;
  readonly count: number | null;
  readonly status: number;
}

/**
 * One page of a query of `rest/v1` with `count: 'exact'`; the last one if the page does not exist any more.
 * @param page from 1
 * @param query reads the rows from one number to another, both from 0 and included
 */
export async function readPage<Row>(
  page: number,
  query: (from: number, to: number) => PromiseLike<Counted<Row>>,
): Promise<Page<Row>> {
  const from = (page - 1) * perPage;
  const { data, error, count, status } = await query(from, from + perPage - 1);
  const failure = error ? toDataError(error, status) : null;
  if (failure && failure.code !== 'PGRST103') throw failure;
  const rows = data ?? [];
  if (!failure && (rows.length > 0 || page === 1)) return { rows, page, total: count ?? 0 };
  const first = await readPage(1, query);
  const last = pagesFor(first.total);
  return last === 1 ? first : readPage(last, query);
}
