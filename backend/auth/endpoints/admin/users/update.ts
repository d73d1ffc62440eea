import type { Queryable } from '../../../../db/database.ts';
import { json, type Reply } from '../../../../http/reply.ts';
import {
  adminUserSchema,
  commonValues,
  givenHash,
  type AdminUserBody,
} from '../../../domain/admin/user-values.ts';
import { targetUserId } from '../../../domain/admin/target-user.ts';
import { requireAdmin } from '../../../domain/callers/caller.ts';
import { readJson } from '../../../body.ts';
import { AuthError } from '../../../errors.ts';
import { addressProviders } from '../../../store/addresses.ts';
import { saveIdentity } from '../../../store/identities.ts';
import { changeAppMetadata, changeUserMetadata } from '../../../domain/accounts/metadata.ts';
import { aboutUser, record } from '../../../domain/recording/recording.ts';
import { endSessions } from '../../../store/sessions.ts';
import {
  findUser,
  lockUser,
  updateUserRow,
  withoutOneTimeTokens,
  type AuthUser,
  type AuthUserValues,
} from '../../../store/users.ts';
import { userView } from '../../../domain/accounts/views.ts';
import type { AuthRequest } from '../../../request.ts';

/** PUT /admin/users/:id: changes a user at once, without sending mail. */
export async function updateAnyUser(request: AuthRequest): Promise<Reply> {
  const admin = await requireAdmin(request);
  const id = targetUserId(request);
  const body = await readJson(request, adminUserSchema);
  const hash = await givenHash(request, body);
  const { user, ended } = await request.db.transaction(async (transaction) => {
    const before = await lockUser(transaction, id);
    if (!before) throw new AuthError('user_not_found');
    const after = changes(before, body, hash);
    const sessions = endsSessions(before, after) ? await endSessions(transaction, id) : [];
    await updateUserRow(transaction, id, after);
    await saveAddresses(transaction, before, after);
    return { user: await findUser(transaction, id), ended: sessions };
  });
  for (const session of ended) request.tokens.forgetSession(session);
  record(request, 'user_modified', admin, { ...aboutUser(user!), changed: given(body).join(', ') });
  return json(userView(user!));
}

/** The keys of the body with a value. */
function given(body: AdminUserBody): readonly string[] {
  return Object.entries(body)
    .filter(([, value]) => (typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : Boolean(value)))
    .map(([name]) => name);
}

/**
 * A ban, a new password or another role ends all sessions: tokens contain the rights at their issue, and a new role
 * must not reach a stranger who is signed in at that moment.
 */
function endsSessions(before: AuthUser, after: AuthUserValues): boolean {
  return (
    after.encrypted_password !== undefined ||
    (after.banned_until != null && after.banned_until.getTime() > Date.now()) ||
    before.raw_app_meta_data['role'] !== after.raw_app_meta_data?.['role'] ||
    (after.role !== undefined && after.role !== before.role)
  );
}

async function saveAddresses(
  transaction: Queryable,
  before: AuthUser,
  values: AuthUserValues,
): Promise<void> {
  for (const provider of addressProviders) {
    const address = values[provider] ?? before[provider];
    const isConfirmed = Boolean(values[`${provider}_confirmed_at`]);
    if (!address || (!values[provider] && !isConfirmed)) continue;
    const verified = isConfirmed ? { [`${provider}_verified`]: true } : {};
    await saveIdentity(transaction, before.id, { provider, address }, verified);
  }
}

function changes(user: AuthUser, body: AdminUserBody, hash: string | undefined): AuthUserValues {
  const verified = { ...(body.email_confirm && { email_verified: true }) };
  return {
    ...commonValues(body),
    ...(hash !== undefined && { ...withoutOneTimeTokens, encrypted_password: hash }),
    raw_app_meta_data: changeAppMetadata(user.raw_app_meta_data, body.app_metadata),
    raw_user_meta_data: changeUserMetadata(user.raw_user_meta_data, { ...body.user_metadata, ...verified }),
  };
}
