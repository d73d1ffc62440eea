import { createHash } from 'node:crypto';
import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { forgetNames } from '../log-entries.ts';
import { isUuid, requireAdmin } from '../../caller.ts';
import { flag, readOptionalJson } from '../../body.ts';
import { AuthError, invalid } from '../../errors.ts';
import { deleteAllFactors } from '../../factors/factors.ts';
import { anonymizeIdentities } from '../../accounts/identities.ts';
import { pageHeaders, requestedPage } from '../paging.ts';
import { aboutUser, record } from '../../recording.ts';
import type { Auth } from '../../services.ts';
import { endSessions } from '../../sessions/sessions.ts';
import {
  deleteUser,
  findUser,
  listUsers,
  lockUser,
  updateUser,
  withoutOneTimeTokens,
  type UserPage,
  type UserRow,
} from '../../accounts/users.ts';
import { userView } from '../../accounts/views.ts';
import { deleteAllPasskeys } from '../../webauthn/passkeys.ts';

const maxFilter = 255;

function readPage(c: HttpContext): UserPage {
  const [field, direction = 'desc', ...rest] = (c.req.query('sort') || 'created_at desc').split(' ');
  if (field !== 'created_at' || (direction !== 'asc' && direction !== 'desc') || rest.length > 0)
    throw invalid('Bad Sort Parameters: users are sorted by “created_at asc” or “created_at desc”');
  const filter = c.req.query('filter') ?? '';
  if (filter.length > maxFilter || filter.includes('\0')) throw invalid('Bad Filter Parameter');
  return {
    ...requestedPage(c),
    filter,
    direction,
  };
}

/** GET /admin/users?page=&per_page=&filter=&sort=: newest first, at most 1,000 at once. */
export async function listAllUsers(auth: Auth, c: HttpContext): Promise<Response> {
  await requireAdmin(auth, c);
  const page = readPage(c);
  const { users, total } = await listUsers(auth.db, page);
  const headers = pageHeaders(c, page, total, `${auth.config.publicUrl}/auth/v1/admin/users`);
  return c.json({ users: users.map(userView), aud: 'authenticated' }, 200, headers);
}

/** The `:id` of the path. Throws AuthError when it cannot be one. */
export function userIdOf(c: HttpContext): string {
  const id = c.req.param('id');
  if (!isUuid(id)) throw invalid('user_id must be an UUID', 404);
  return id;
}

/** GET /admin/users/:id */
export async function getAnyUser(auth: Auth, c: HttpContext): Promise<Response> {
  await requireAdmin(auth, c);
  const user = await findUser(auth.db, userIdOf(c));
  if (!user) throw new AuthError('user_not_found');
  return c.json(userView(user));
}

function hashed(address: string | null): string | null {
  return address && createHash('sha256').update(address).digest('base64url');
}

/** What is left of a user who is deleted softly: a row that others may refer to, and nothing that names a person. */
function anonymized(user: UserRow) {
  return {
    ...withoutOneTimeTokens,
    email: hashed(user.email),
    phone: hashed(user.phone),
    encrypted_password: null,
    email_change: '',
    phone_change: '',
    raw_app_meta_data: {},
    raw_user_meta_data: {},
    deleted_at: new Date(),
  };
}

const deletionSchema = v.object({ should_soft_delete: flag });

/**
 * DELETE /admin/users/:id: the account and its sessions; with `should_soft_delete` an anonymous row stays. The audit
 * log keeps what the person did, and what was done to them, but no name of theirs: not in the entry of the deletion
 * either, which says who deleted.
 */
export async function deleteAnyUser(auth: Auth, c: HttpContext): Promise<Response> {
  const admin = await requireAdmin(auth, c);
  const id = userIdOf(c);
  const { should_soft_delete: soft } = await readOptionalJson(c.req.raw, deletionSchema);
  await auth.audit.settled();
  const ended = await auth.db.transaction(async (transaction) => {
    const user = await lockUser(transaction, id);
    if (!user) throw new AuthError('user_not_found');
    const sessions = await endSessions(transaction, id, 'all');
    await forgetNames(transaction, user);
    if (soft) {
      await updateUser(transaction, id, anonymized(user));
      await anonymizeIdentities(transaction, id);
      await deleteAllFactors(transaction, id);
      await deleteAllPasskeys(transaction, id);
    } else {
      await deleteUser(transaction, id);
    }
    return sessions;
  });
  for (const session of ended) auth.tokens.forgetSession(session);
  const actor = admin.id === id ? { ...admin, username: '' } : admin;
  record(auth, c, 'user_deleted', actor, { ...aboutUser({ id, email: null, phone: null }), soft });
  return c.json({});
}
