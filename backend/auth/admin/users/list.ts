import { listUserRows, type UserPage } from '../../accounts/users.ts';
import { userView } from '../../accounts/views.ts';
import { requireAdmin } from '../../caller.ts';
import { invalid } from '../../errors.ts';
import { Reply } from '../../reply.ts';
import type { AuthRequest } from '../../request.ts';
import { pageHeaders, requestedPage } from '../paging.ts';

const maxFilter = 255;

function readPage(request: AuthRequest): UserPage {
  const [field, direction = 'desc', ...rest] = (request.query('sort') || 'created_at desc').split(' ');
  if (field !== 'created_at' || (direction !== 'asc' && direction !== 'desc') || rest.length > 0)
    throw invalid('Bad Sort Parameters: users are sorted by “created_at asc” or “created_at desc”');
  const filter = request.query('filter');
  if (filter.length > maxFilter || filter.includes('\0')) throw invalid('Bad Filter Parameter');
  return { ...requestedPage(request), filter, direction };
}

/** GET /admin/users?page=&per_page=&filter=&sort=: newest first, at most 1,000 at once. */
export async function listAllUsers(request: AuthRequest): Promise<Reply> {
  await requireAdmin(request);
  const page = readPage(request);
  const { users, total } = await listUserRows(request.db, page);
  const body = { users: users.map(userView), aud: 'authenticated' };
  return new Reply(200, body, pageHeaders(request, page, total));
}
