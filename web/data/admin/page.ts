import { callFunction } from '../client.ts';

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
