import { callFunction } from '../client.ts';
import { toDataError } from '../errors.ts';

/** Rows on a page. */
export const perPage = 25;

/** A page of another length, for an export. */
export interface ListPart {
  /** From 1. */
  readonly number: number;
  readonly size: number;
}

/** The page that is wanted of a list: its number from 1, or a part for an export. */
export type WantedPage = number | ListPart;

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

/** The number and the length of a page. */
export function listPartOf(page: WantedPage): ListPart {
  return typeof page === 'number' ? { number: page, size: perPage } : page;
}

/**
 * All rows of a list, a part at a time. A row that moves on to the next part, because others come before it meanwhile, is
 * given once.
 * @param load reads one part; a part behind the last one has no rows
 */
export async function* readParts<Row extends { readonly id: string }>(
  size: number,
  load: (part: ListPart) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[]> {
  let before = new Set<string>();
  for (let number = 1; ; number += 1) {
    const { rows, total } = await load({ number, size });
    const isNew = ({ id }: Row) => !before.has(id);
    yield rows.filter(isNew);
    if (rows.length === 0 || number * size >= total) return;
    before = new Set(rows.map(({ id }) => id));
  }
}

/**
 * All rows of a query of `rest/v1` with `count: 'exact'`, for a choice that has to offer every one.
 * @param query as for `readPage`, in a fixed order
 */
export async function readEveryRow<Row extends { readonly id: string }>(
  query: (from: number, to: number) => PromiseLike<Counted<Row>>,
): Promise<readonly Row[]> {
  /** The backend returns no more at once. */
  const mostRows = 1_000;
  const all: Row[] = [];
  for await (const rows of readParts(mostRows, (part) => readPage(part, query))) all.push(...rows);
  return all;
}

/**
 * One page of a list of `functions/v1/<name>`.
 * @param rows the name of the rows in the response
 * @param filters the parameters besides the page; empty ones are left out
 * @throws DataError `not_admin`
 */
export async function callPage<Row>(
  name: string,
  rows: string,
  filters: Readonly<Record<string, string>>,
  page: WantedPage,
  signal: AbortSignal,
): Promise<Page<Row>> {
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  const { number, size } = listPartOf(page);
  const query = new URLSearchParams([['page', `${number}`], ['per_page', `${size}`], ...given]);
  const response = await callFunction<Record<string, unknown>>(`${name}?${query}`, { method: 'GET', signal });
  const total = Number(response['total']);
  const last = pagesFor(total);
  if (page === number && page > last) return callPage(name, rows, filters, last, signal);
  return { rows: response[rows] as readonly Row[], page: number, total };
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
 * @param query reads the rows from one number to another, both from 0 and included
 */
export async function readPage<Row>(
  page: WantedPage,
  query: (from: number, to: number) => PromiseLike<Counted<Row>>,
): Promise<Page<Row>> {
  const { number, size } = listPartOf(page);
  const from = (number - 1) * size;
  const { data, error, count, status } = await query(from, from + size - 1);
  const failure = error ? toDataError(error, status) : null;
  if (failure && failure.code !== 'PGRST103') throw failure;
  const rows = data ?? [];
  const isThere = !failure && (rows.length > 0 || number === 1);
  if (isThere || page !== number) return { rows, page: number, total: count ?? 0 };
  const first = await readPage(1, query);
  const last = pagesFor(first.total);
  return last === 1 ? first : readPage(last, query);
}

/** The response of a function of the database whose rows repeat the total. */
interface Listed<Row> {
  readonly data: (Row & { readonly total: number })[] | null;
  readonly error: unknown;
  readonly status: number;
}

/** A request that can be given up. */
interface Call<Result> extends PromiseLike<Result> {
  readonly abortSignal: (signal: AbortSignal) => PromiseLike<Result>;
}

/** One page of the rows of a function of the database; the last one if the page does not exist any more. */
export function readRpcPage<Row>(
  page: WantedPage,
  signal: AbortSignal | undefined,
  call: (part: { readonly page: number; readonly per_page: number }) => Call<Listed<Row>>,
): Promise<Page<Row>> {
  const { size } = listPartOf(page);
  return readPage<Row>(page, async (from) => {
    const asked = call({ page: from / size + 1, per_page: size });
    const { data, error, status } = await (signal ? asked.abortSignal(signal) : asked);
    return { data, error, status, count: data?.[0]?.total ?? 0 };
  });
}
