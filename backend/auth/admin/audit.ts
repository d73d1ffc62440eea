import type { Context as HttpContext } from 'hono';
import { isAuditScope, listEntries, type AuditFilter } from './log-entries.ts';
import { requireAdmin } from '../caller.ts';
import { invalid } from '../errors.ts';
import { pageHeaders, requestedPage } from './paging.ts';
import type { Auth } from '../services.ts';

const maxQueries = 10;
const maxText = 255;

function readQuery(query: string): AuditFilter['texts'] {
  if (query === '') return [];
  const [, scope = '', text] = /^([^:]*):(.*)$/s.exec(query) ?? [];
  if (!isAuditScope(scope) || text === undefined || text.length > maxText || text.includes('\0'))
    throw invalid(`Invalid query scope: ${query.slice(0, 100)}`);
  return text === '' ? [] : [{ scope, text: text.toWellFormed() }];
}

/** The years that PostgreSQL and JavaScript both know. */
function readTime(name: string, text: string | undefined): Date | undefined {
  if (!text) return undefined;
  const time = new Date(text);
  const year = time.getUTCFullYear();
  if (!(year >= 1970 && year <= 9999)) throw invalid(`${name} must be a time as in ISO 8601`);
  return time;
}

/**
 * GET /admin/audit?page=&per_page=&query=&from=&until=: an array of entries `{id, payload, created_at, ip_address}`,
 * newest first. `query` is `<scope>:<text>` with upstream's scopes author, action and type, and our own actor (an id),
 * target, ip, act (the whole action), person (an address) and refused (`true`); several must all hold. Upstream's client has no method for it.
 * @throws AuthError no_authorization, not_admin, validation_failed
 */
export async function listAuditEntries(auth: Auth, c: HttpContext): Promise<Response> {
  await requireAdmin(auth, c);
  const page = requestedPage(c);
  const queries = c.req.queries('query') ?? [];
  if (queries.length > maxQueries) throw invalid(`There may be at most ${maxQueries} queries`);
  const filter = {
    texts: queries.flatMap(readQuery),
    from: readTime('from', c.req.query('from')),
    until: readTime('until', c.req.query('until')),
  };
  await auth.audit.settled();
  const { entries, total } = await listEntries(auth.db, page, filter);
  return c.json(entries, 200, pageHeaders(c, page, total, `${auth.config.publicUrl}/auth/v1/admin/audit`));
}
