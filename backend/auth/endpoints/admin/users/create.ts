import { json, type Reply } from '../../../../http/reply.ts';
import {
  adminUserSchema,
  commonValues,
  givenHash,
  type AdminUserBody,
} from '../../../domain/admin/user-values.ts';
import { isUuid } from '../../../../util/uuid.ts';
import { requireAdmin } from '../../../domain/callers/caller.ts';
import { readJson } from '../../../body.ts';
import { invalid } from '../../../errors.ts';
import { addressProviders } from '../../../store/addresses.ts';
import { saveIdentity } from '../../../store/identities.ts';
import { changeAppMetadata, changeUserMetadata } from '../../../domain/accounts/metadata.ts';
import { aboutUser, record } from '../../../domain/recording/recording.ts';
import { insertUser, type AuthUserValues } from '../../../store/users.ts';
import { userView } from '../../../domain/accounts/views.ts';
import type { AuthRequest } from '../../../request.ts';

/**
 * POST /admin/users: creates a user without sending mail. Unlike upstream it applies the password policy. It creates
 * nothing when a trigger of the project rejects the user.
 */
export async function createAnyUser(request: AuthRequest): Promise<Reply> {
  const admin = await requireAdmin(request);
  const body = await readJson(request, adminUserSchema);
  newUser(body, undefined);
  const values = newUser(body, await givenHash(request, body));
  const created = await request.db.transaction((transaction) =>
    insertUser(transaction, values, async (userId) => {
      for (const provider of addressProviders) {
        const address = values[provider];
        if (!address) continue;
        const verified = { [`${provider}_verified`]: body[`${provider}_confirm`] };
        const all = { email_verified: false, phone_verified: false, ...verified };
        await saveIdentity(transaction, userId, { provider, address }, all);
      }
    }),
  );
  record(request, 'user_signedup', admin, aboutUser(created));
  return json(userView(created));
}

/** All columns of the new user, in one row, so that triggers see the final app_metadata. */
function newUser(body: AdminUserBody, hash: string | undefined): AuthUserValues {
  const values = commonValues(body);
  const providers = addressProviders.filter((provider) => values[provider]);
  if (providers.length === 0) throw invalid('Cannot create a user without either an email or phone');
  if (body.id !== '' && !isUuid(body.id)) throw invalid('id must be an UUID');
  const verified = { ...(body.email_confirm && values.email && { email_verified: true }) };
  return {
    ...values,
    ...(body.id !== '' && { id: body.id }),
    ...(hash !== undefined && { encrypted_password: hash }),
    raw_app_meta_data: { ...changeAppMetadata({}, body.app_metadata), provider: providers[0], providers },
    raw_user_meta_data: { ...changeUserMetadata({}, body.user_metadata), ...verified },
  };
}
