import type { Context as HttpContext } from 'hono';
import { invalid } from '../errors.ts';

const defaultPerPage = 50;
const maxPerPage = 1000;

/** A part of a list; pages count from 1. */
export interface Page {
  readonly page: number;
  readonly perPage: number;
}

/** A page number or size. The client sends the empty text for “not given”. */
function positive(text: string | undefined, fallback: number): number {
  if (!text) return fallback;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw invalid(`Bad Pagination Parameters: “${text.slice(0, 50)}” is not a positive number`);
  return Number(text);
}

/** `page` and `per_page` of the query: 50 to a page, at most 1,000. Throws AuthError validation_failed. */
export function requestedPage(c: HttpContext): Page {
  return {
    page: positive(c.req.query('page'), 1),
    perPage: Math.min(positive(c.req.query('per_page'), defaultPerPage), maxPerPage),
  };
}

/**
 * `X-Total-Count` and `Link`. The client reads the number after the first “=”, so `page` comes first.
 * @param url the address of the list, without a query
 */
export function pageHeaders(
  c: HttpContext,
  { page: current, perPage }: Page,
  total: number,
  url: string,
): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (page: number, rel: string): string => {
    const others = new URL(c.req.url).searchParams;
    others.delete('page');
    others.delete('per_page');
    const query = new URLSearchParams([['page', `${page}`], ['per_page', `${perPage}`], ...others]);
    return `<${url}?${query}>; rel="${rel}"`;
  };
  const next = current < last ? [link(current + 1, 'next')] : [];
  return { 'X-Total-Count': String(total), Link: [...next, link(last, 'last')].join(', ') };
}
