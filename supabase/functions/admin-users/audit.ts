import type { Backend } from '../_shared/backend.ts';
import { httpError } from '../_shared/errors.ts';
import { readPage } from './input.ts';

/** The filters that are texts, by their names in the query and in `public.audit_log`. */
const texts = ['person', 'action'] as const;
/** The filters that are times, by their names in the query, with those in `public.audit_log`. */
const times = { from: 'since', until: 'until' } as const;
const maxFilterLength = 200;

/** A row of the audit log. */
export interface AuditEntry {
  readonly id: string;
  /** `action`, `actor_id`, `actor_username`, `log_type`, `traits`. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly ip_address: string;
}

function textOf(query: URLSearchParams, name: string): string {
  const text = query.get(name)?.trim() ?? '';
  if (text.length > maxFilterLength || text.includes('\0') || !text.isWellFormed())
    throw httpError('validation_failed', `“${name}” is not valid.`);
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
 * @throws HttpError validation_failed
 */
export async function listAudit(
  backend: Backend,
  query: URLSearchParams,
): Promise<{ readonly entries: readonly AuditEntry[]; readonly total: number }> {
  const { page, perPage } = readPage(query);
  const asked = new URLSearchParams({ page: `${page}`, per_page: `${perPage}` });
  for (const name of texts) asked.set(name, textOf(query, name));
  for (const [name, parameter] of Object.entries(times)) {
    const time = timeOf(query, name);
    if (time !== '') asked.set(parameter, time);
  }
  if (query.get('refused') === 'true') asked.set('refused', 'true');
  const response = await backend.rest(`/rpc/audit_log?${asked}`);
  return (await response.json()) as { entries: readonly AuditEntry[]; total: number };
}
