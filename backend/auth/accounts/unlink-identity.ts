import type { Context as HttpContext } from 'hono';
import pg from 'pg';
import type { Queryable } from '../../db/database.ts';
import { isUuid, requireUser } from '../caller.ts';
import { AuthError, invalid } from '../errors.ts';
import { deleteIdentity, updateProviders } from '../external/identities.ts';
import { requireManualLinking } from '../external/link-identity.ts';
import { recordOwn } from '../recording.ts';
import type { Auth } from '../services.ts';
import { lockUser, updateUser, type UserRow, type UserValues } from './users.ts';

/** The account's address after an identity has gone: as it is while another identity has it, else the next one's. */
function remainingAddress(user: UserRow, removed: string): UserValues {
  const [gone] = user.identities.filter(({ id }) => id === removed);
  if (gone?.provider === 'phone') return { phone: null, phone_confirmed_at: null };
  const others = user.identities.filter(({ id, email }) => id !== removed && email !== null);
  if (others.some(({ email }) => email === user.email)) return {};
  const next = others.find(({ identity_data }) => identity_data['email_verified'] === true);
  return next
    ? { email: next.email, email_confirmed_at: new Date() }
    : { email: null, email_confirmed_at: null };
}

async function unlink(transaction: Queryable, userId: string, identityId: string): Promise<void> {
  const user = await lockUser(transaction, userId);
  if (!user) throw new AuthError('user_not_found', { status: 403 });
  if (user.identities.length <= 1) throw new AuthError('single_identity_not_deletable');
  if (!user.identities.some(({ id }) => id === identityId)) throw new AuthError('identity_not_found');
  await deleteIdentity(transaction, userId, identityId);
  await updateUser(transaction, userId, remainingAddress(user, identityId));
  await updateProviders(transaction, userId);
}

/**
 * DELETE /user/identities/:identity_id, which is `identity_id` of the identity.
 * @throws AuthError as wire §6
 */
export async function unlinkIdentity(auth: Auth, c: HttpContext): Promise<Response> {
  requireManualLinking(auth);
  const { user } = await requireUser(auth, c);
  const id = c.req.param('identityId');
  if (!isUuid(id)) throw invalid('identity_id must be an UUID', 404);
  await auth.db
    .transaction((transaction) => unlink(transaction, user.id, id.toLowerCase()))
    .catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.constraint === 'users_email_partial_key')
        throw new AuthError('email_conflict_identity_not_deletable');
      throw error;
    });
  const gone = user.identities.find((identity) => identity.id === id.toLowerCase());
  recordOwn(auth, c, 'identity_unlinked', user, { identity_id: id, provider: gone?.provider ?? '' });
  return c.json({});
}
