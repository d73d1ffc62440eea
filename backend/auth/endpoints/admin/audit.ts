import { json, type Reply } from '../../../http/reply.ts';
import { requireAdmin } from '../../domain/callers/caller.ts';
import { invalid } from '../../errors.ts';
import type { AuthRequest } from '../../request.ts';
import { isAuditScope, listEntries, type LogFilter } from '../../store/log-entries.ts';
import { pageHeaders, requestedPage } from '../../domain/admin/paging.ts';

const maxQueries = 10;
const maxTextCharacters = 255;

/**
 * GET /admin/audit?page=&per_page=&query=&from=&until=: an array of entries `{id, payload, created_at, ip_address}`,
 * newest first. `query` is `<scope>:<text>` with upstream's scopes author, action and type, and our own actor (an id),
 * target, ip, act (the exact action), person (an address) and refused (`true`). Several queries must all match. The
 * official client has no method for it.
 * @throws AuthError no_authorization, not_admin, validation_failed
 */
export async function listAuditLog(request: AuthRequest): Promise<Reply> {
  await requireAdmin(request);
  const page = requestedPage(request);
  const queries = request.parameters.getAll('query');
  if (queries.length > maxQueries) throw invalid(`There may be at most ${maxQueries} queries`);
  const filter = {
    texts: queries.flatMap(readQuery),
    from: readTime('from', request.query('from')),
    until: readTime('until', request.query('until')),
  };
  await request.audit.settled();
  const { entries, total } = await listEntries(request.db, page, filter);
  return json(entries, 200, pageHeaders(request, page, total));
}

/** A time in the years that both PostgreSQL and JavaScript can represent. */
function readTime(name: string, text: string): Date | undefined {
  if (text === '') return undefined;
  const time = new Date(text);
  const year = time.getUTCFullYear();
  if (!(year >= 1970 && year <= 9999)) throw invalid(`${name} must be a time as in ISO 8601`);
  return time;
}

function readQuery(query: string): LogFilter['texts'] {
  if (query === '') return [];
  const [, scope = '', text] = /^([^:]*):(.*)$/s.exec(query) ?? [];
  if (!isAuditScope(scope) || text === undefined || text.length > maxTextCharacters || text.includes('\0'))
    throw invalid(`Invalid query scope: ${query.slice(0, 100)}`);
  return text === '' ? [] : [{ scope, text: text.toWellFormed() }];
}
