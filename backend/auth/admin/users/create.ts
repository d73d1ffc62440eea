import type { Context as HttpContext } from 'hono';
import { adminUserSchema, commonValues, givenHash, type AdminUserBody } from './values.ts';
import { isUuid, requireAdmin } from '../../caller.ts';
import { readJson } from '../../body.ts';
import { invalid } from '../../errors.ts';
import { saveIdentity } from '../../accounts/identities.ts';
import { changeAppMetadata, changeUserMetadata } from '../../accounts/metadata.ts';
import { aboutUser, record } from '../../recording.ts';
import type { Auth } from '../../services.ts';
import { findUser, insertUser, type UserValues } from '../../accounts/users.ts';
import { userView } from '../../accounts/views.ts';

/** Everything about the new user in one row: triggers of the product see app_metadata as it will be. */
function newUser(body: AdminUserBody, hash: string | undefined): UserValues {
  const values = commonValues(body);
  const providers = [...(values.email ? ['email'] : []), ...(values.phone ? ['phone'] : [])];
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

/**
 * POST /admin/users: creates a user, without mail. Upstream takes any password here; ours follow the policy. When a
 * trigger of the product refuses the user nothing is created.
 */
export async function createAnyUser(auth: Auth, c: HttpContext): Promise<Response> {
  const admin = await requireAdmin(auth, c);
  const body = await readJson(c.req.raw, adminUserSchema);
  newUser(body, undefined);
  const values = newUser(body, await givenHash(auth, body));
  const created = await auth.db.transaction(async (transaction) => {
    const userId = await insertUser(transaction, values);
    const { email, phone } = values;
    if (email) {
      const data = { email, email_verified: body.email_confirm, phone_verified: false };
      await saveIdentity(transaction, { userId, provider: 'email', data, metadata: {} });
    }
    if (phone) {
      const data = { phone, email_verified: false, phone_verified: body.phone_confirm };
      await saveIdentity(transaction, { userId, provider: 'phone', data, metadata: {} });
    }
    return findUser(transaction, userId);
  });
  record(auth, c, 'user_signedup', admin, aboutUser(created!));
  return c.json(userView(created!));
}
