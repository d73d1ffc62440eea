import type { Queryable } from '../../../../db/database.ts';
import { json, type Reply } from '../../../../http/reply.ts';
import { selectUser, type AuthUser } from '../../../store/users.ts';
import { userView } from '../../../domain/accounts/views.ts';
import { requireAdmin } from '../../../domain/callers/caller.ts';
import { invalid } from '../../../errors.ts';
import type { AuthRequest } from '../../../request.ts';
import { pageHeaders, requestedPage } from '../../../domain/admin/paging.ts';
import { requireTargetUser } from '../../../domain/admin/target-user.ts';

const maxFilterCharacters = 255;

/** GET /admin/users?page=&per_page=&filter=&sort=: newest first, at most 1,000 at once. */
export async function listAllUsers(request: AuthRequest): Promise<Reply> {
  await requireAdmin(request);
  const page = readPage(request);
  const { users, total } = await listUserRows(request.db, page);
  const body = { users: users.map(userView), aud: 'authenticated' };
  return json(body, 200, pageHeaders(request, page, total));
}

/** GET /admin/users/:id */
export async function getAnyUser(request: AuthRequest): Promise<Reply> {
  return json(userView((await requireTargetUser(request)).user));
}

/** One page of the users by time of creation, and the number of all users. */
async function listUserRows(
  db: Queryable,
  { page, perPage, filter, direction }: ReturnType<typeof readPage>,
): Promise<{ users: readonly AuthUser[]; total: number }> {
  const condition = `$1 = '' or strpos(lower(coalesce(u.email, '')), lower($1)) > 0
    or strpos(lower(coalesce(u.raw_user_meta_data ->> 'full_name', '')), lower($1)) > 0`;
  const [count] = await db.query<{ total: string }>(
    `select count(*) as total from auth.users u where ${condition}`,
    [filter],
  );
  const users = await db.query<AuthUser>(
    `${selectUser} where ${condition} order by u.created_at ${direction}, u.id limit $2 offset $3`,
    [filter, perPage, (page - 1) * perPage],
  );
  return { users, total: Number(count?.total ?? 0) };
}

/** `filter` is a part of the e-mail address or of `user_metadata.full_name`; empty for all users. */
function readPage(request: Pick<AuthRequest, 'query'>) {
  const [field, direction = 'desc', ...rest] = (request.query('sort') || 'created_at desc').split(' ');
  if (field !== 'created_at' || (direction !== 'asc' && direction !== 'desc') || rest.length > 0)
    throw invalid('Bad Sort Parameters: users are sorted by “created_at asc” or “created_at desc”');
  const filter = request.query('filter');
  if (filter.length > maxFilterCharacters || filter.includes('\0')) throw invalid('Bad Filter Parameter');
  return { ...requestedPage(request), filter, direction } as const;
}
