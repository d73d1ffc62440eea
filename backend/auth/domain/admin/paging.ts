import type { ListPage } from '../../store/pages.ts';
import { invalid } from '../../errors.ts';
import type { AuthRequest } from '../../request.ts';

const defaultPerPage = 50;
const maxPerPage = 1000;

/** A page number or size. The official client sends the empty text when it is not given. */
function positive(text: string, fallback: number): number {
  if (text === '') return fallback;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw invalid(`Bad Pagination Parameters: “${text.slice(0, 50)}” is not a positive number`);
  return Number(text);
}

/** `page` and `per_page` of the query: 50 a page by default, at most 1,000. @throws AuthError validation_failed */
export function requestedPage(request: Pick<AuthRequest, 'query'>): ListPage {
  return {
    page: positive(request.query('page'), 1),
    perPage: Math.min(positive(request.query('per_page'), defaultPerPage), maxPerPage),
  };
}

/** `X-Total-Count` and `Link`. The official client reads the number after the first “=”, so `page` comes first. */
export function pageHeaders(
  { path, parameters, config }: Pick<AuthRequest, 'config' | 'path' | 'parameters'>,
  { page: current, perPage }: ListPage,
  total: number,
): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / perPage));
  const others = [...parameters].filter(([name]) => name !== 'page' && name !== 'per_page');
  const link = (page: number, rel: string): string => {
    const query = new URLSearchParams([['page', `${page}`], ['per_page', `${perPage}`], ...others]);
    return `<${config.publicUrl}${path}?${query}>; rel="${rel}"`;
  };
  const next = current < last ? [link(current + 1, 'next')] : [];
  return { 'X-Total-Count': String(total), Link: [...next, link(last, 'last')].join(', ') };
}
