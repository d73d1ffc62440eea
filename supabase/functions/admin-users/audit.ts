import type { Backend } from '../_shared/backend.ts';
import { refuse } from '../_shared/errors.ts';
import { readPage } from './input.ts';

/** What is asked of the log besides the page; each by its name in the query, and the scope that auth/v1 has for it. */
const scopes = { person: 'person', action: 'act', refused: 'refused' } as const;
const maxFilterLength = 200;

/** A row of the audit log, as auth/v1 gives it. */
export interface AuditEntry {
  readonly id: string;
  /** `action`, `actor_id`, `actor_username`, `log_type`, `traits`. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly ip_address: string;
}

/**
 * One page of the audit log, newest first: `?page&per_page&person&action&refused&from&until`. All conditions hold.
 * @throws Refusal validation_failed
 */
export async function listAudit(
  backend: Backend,
  query: URLSearchParams,
): Promise<{ readonly entries: readonly AuditEntry[]; readonly total: number }> {
  const { page, perPage } = readPage(query);
  const asked = new URLSearchParams({ page: `${page}`, per_page: `${perPage}` });
  for (const [name, scope] of Object.entries(scopes)) {
    const text = query.get(name)?.trim() ?? '';
    if (text.length > maxFilterLength) throw refuse('validation_failed', `“${name}” is not valid.`);
    if (text !== '') asked.append('query', `${scope}:${text}`);
  }
  for (const name of ['from', 'until']) asked.set(name, query.get(name) ?? '');
  const answer = await backend.auth(`/audit?${asked}`);
  const entries = (await answer.json()) as readonly AuditEntry[];
  return { entries, total: Number(answer.headers.get('x-total-count') ?? entries.length) };
}
