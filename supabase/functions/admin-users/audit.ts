import type { Backend } from '../_shared/backend.ts';
import { httpError, invalid } from '../_shared/errors.ts';
import { readPage } from './input.ts';

/** The filters that are texts, by their names in the query and in `public.audit_log`. */
const texts = ['person', 'action'] as const;
/** The filters that are times, by their names in the query, with those in `public.audit_log`. */
const times = { from: 'since', until: 'until' } as const;
const maxFilterLength = 200;

function textOf(query: URLSearchParams, name: string): string {
  const text = query.get(name)?.trim() ?? '';
  if (text.length > maxFilterLength || text.includes('\0') || !text.isWellFormed()) throw invalid(name);
  return text;
}

/** As ISO 8601, within the years that PostgreSQL and JavaScript both know; empty without a filter. */
function timeOf(query: URLSearchParams, name: string): string {
  const text = query.get(name) ?? '';
  if (text === '') return '';
  const time = new Date(text);
  const year = time.getUTCFullYear();
  if (!(year >= 1970 && year <= 9999)) throw httpError('validation_failed', `“${name}” is not a time.`);
  return time.toISOString();
}

/**
 * One page of the audit log, newest first: `?page&per_page&person&action&refused&from&until`. All conditions hold.
 * @returns the response of `public.audit_log`: `{entries, total}`
 * @throws HttpError validation_failed
 */
export async function listAudit(backend: Backend, query: URLSearchParams): Promise<unknown> {
  const { page, perPage } = readPage(query);
  const asked = new URLSearchParams({ page: `${page}`, per_page: `${perPage}` });
  for (const name of texts) asked.set(name, textOf(query, name));
  for (const [name, parameter] of Object.entries(times)) {
    const time = timeOf(query, name);
    if (time !== '') asked.set(parameter, time);
  }
  if (query.get('refused') === 'true') asked.set('refused', 'true');
  return (await backend.rest(`/rpc/audit_log?${asked}`)).json();
}
