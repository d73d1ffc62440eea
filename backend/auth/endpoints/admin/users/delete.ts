import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { json, type Reply } from '../../../../http/reply.ts';
import { anonymizeIdentities } from '../../../store/identities.ts';
import { lockUser, updateUserRow, withoutOneTimeTokens, type AuthUser } from '../../../store/users.ts';
import { flag, readOptionalJson } from '../../../body.ts';
import { requireAdmin } from '../../../domain/callers/caller.ts';
import { AuthError } from '../../../errors.ts';
import { deleteAllFactors } from '../../../store/factors.ts';
import { aboutUser, record } from '../../../domain/recording/recording.ts';
import type { AuthRequest } from '../../../request.ts';
import { endSessions } from '../../../store/sessions.ts';
import { deleteAllPasskeys } from '../../../store/passkeys.ts';
import { forgetNames } from '../../../store/log-entries.ts';
import { targetUserId } from '../../../domain/admin/target-user.ts';

const bodySchema = v.object({ should_soft_delete: flag });

/**
 * DELETE /admin/users/:id: deletes the account and its sessions; `should_soft_delete` keeps an anonymous row. The audit
 * log keeps the person's acts, but no name: the entry of the deletion names only the administrator.
 */
export async function deleteAnyUser(request: AuthRequest): Promise<Reply> {
  const admin = await requireAdmin(request);
  const id = targetUserId(request);
  const { should_soft_delete: soft } = await readOptionalJson(request, bodySchema);
  await request.audit.settled();
  const ended = await request.db.transaction(async (transaction) => {
    const user = await lockUser(transaction, id);
    if (!user) throw new AuthError('user_not_found');
    const sessions = await endSessions(transaction, id);
    await forgetNames(transaction, user);
    if (soft) {
      await updateUserRow(transaction, id, anonymized(user));
      await anonymizeIdentities(transaction, id);
      await deleteAllFactors(transaction, id);
      await deleteAllPasskeys(transaction, id);
    } else {
      await transaction.query('delete from auth.users where id = $1', [id]);
    }
    return sessions;
  });
  for (const session of ended) request.tokens.forgetSession(session);
  const actor = admin.id === id ? { ...admin, username: '' } : admin;
  record(request, 'user_deleted', actor, { ...aboutUser({ id, email: null, phone: null }), soft });
  return json({});
}

/** The row of a softly deleted user: others may refer to it, and nothing in it names a person. */
function anonymized(user: AuthUser) {
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

function hashed(address: string | null): string | null {
  return address && createHash('sha256').update(address).digest('base64url');
}
