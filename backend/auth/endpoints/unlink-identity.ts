import pg from 'pg';
import type { Queryable } from '../../db/database.ts';
import { json, type Reply } from '../../http/reply.ts';
import { isUuid } from '../../util/uuid.ts';
import { requireUser } from '../domain/callers/caller.ts';
import { AuthError, invalid } from '../errors.ts';
import { deleteIdentity, updateProviders } from '../store/identities.ts';
import { requireManualLinking } from '../domain/external/account.ts';
import { requireRecentSignIn } from '../domain/callers/owner-proof.ts';
import { recordOwn } from '../domain/recording/recording.ts';
import { lockUser, updateUserRow, type AuthUser, type AuthUserValues } from '../store/users.ts';
import type { AuthRequest } from '../request.ts';

/**
 * DELETE /user/identities/:identity_id
 * @throws AuthError manual_linking_disabled, validation_failed, identity_not_found, single_identity_not_deletable,
 *   email_conflict_identity_not_deletable; of `requireUser`, `requireRecentSignIn`
 */
export async function unlinkIdentity(request: AuthRequest): Promise<Reply> {
  requireManualLinking(request);
  const signedIn = await requireUser(request);
  const { user } = signedIn;
  const id = request.param('identityId');
  if (!isUuid(id)) throw invalid('identity_id must be an UUID', 404);
  await requireRecentSignIn(request, signedIn);
  await request.db
    .transaction((transaction) => unlink(transaction, user.id, id.toLowerCase()))
    .catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.constraint === 'users_email_partial_key')
        throw new AuthError('email_conflict_identity_not_deletable');
      throw error;
    });
  const gone = user.identities.find((identity) => identity.id === id.toLowerCase());
  recordOwn(request, 'identity_unlinked', user, { identity_id: id, provider: gone?.provider ?? '' });
  return json({});
}

async function unlink(transaction: Queryable, userId: string, identityId: string): Promise<void> {
  const user = await lockUser(transaction, userId);
  if (!user) throw new AuthError('user_not_found', { status: 403 });
  if (user.identities.length <= 1) throw new AuthError('single_identity_not_deletable');
  if (!user.identities.some(({ id }) => id === identityId)) throw new AuthError('identity_not_found');
  await deleteIdentity(transaction, userId, identityId);
  await updateUserRow(transaction, userId, remainingAddress(user, identityId));
  await updateProviders(transaction, userId);
}

/** The columns of the account's address without the identity: unchanged while another identity has it, else the next one's. */
function remainingAddress(user: AuthUser, removed: string): AuthUserValues {
  const [gone] = user.identities.filter(({ id }) => id === removed);
  if (gone?.provider === 'phone') return { phone: null, phone_confirmed_at: null };
  const others = user.identities.filter(({ id, email }) => id !== removed && email !== null);
  if (others.some(({ email }) => email === user.email)) return {};
  const next = others.find(({ identity_data }) => identity_data['email_verified'] === true);
  return next
    ? { email: next.email, email_confirmed_at: new Date() }
    : { email: null, email_confirmed_at: null };
}
