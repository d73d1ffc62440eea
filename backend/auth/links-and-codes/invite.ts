import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import type { Queryable } from '../../db/database.ts';
import { createAccount } from '../accounts/new-account.ts';
import { normalizeEmail } from '../accounts/addresses.ts';
import { requireAdmin } from '../caller.ts';
import { metadata, readJson, text } from '../body.ts';
import { AuthError } from '../errors.ts';
import { postMail, writeLinkMail, written } from './mailed-links.ts';
import { messageLanguage } from '../language.ts';
import { changeUserMetadata } from '../accounts/metadata.ts';
import { aboutUser, record } from '../recording.ts';
import { requestedRedirect } from '../flows/redirects.ts';
import type { Auth } from '../services.ts';
import {
  findUser,
  findUserByEmail,
  lockUser,
  updateUser,
  type Metadata,
  type UserRow,
} from '../accounts/users.ts';
import { userView } from '../accounts/views.ts';

const bodySchema = v.object({ email: text, data: metadata });

/**
 * The account of somebody who is invited; a new one if there is none.
 * @throws AuthError email_exists when the address is confirmed already
 */
export async function invitedAccount(
  transaction: Queryable,
  email: string,
  data: Metadata,
): Promise<UserRow> {
  const known = await findUserByEmail(transaction, email);
  if (!known) {
    const account = { provider: 'email', address: email, hash: null, data } as const;
    return createAccount(transaction, { ...account, confirmed: false, invited: true });
  }
  const locked = await lockUser(transaction, known.id);
  if (!locked || locked.email_confirmed_at) throw new AuthError('email_exists');
  await updateUser(transaction, known.id, {
    invited_at: new Date(),
    raw_user_meta_data: changeUserMetadata(locked.raw_user_meta_data, data),
  });
  return (await findUser(transaction, known.id))!;
}

/**
 * POST /invite: opens an account for somebody and mails them a link; the answer is the User.
 * @throws AuthError not_admin, validation_failed, email_exists, over_email_send_rate_limit
 */
export async function invite(auth: Auth, c: HttpContext): Promise<Response> {
  const admin = await requireAdmin(auth, c);
  const body = await readJson(c.req.raw, bodySchema);
  const email = normalizeEmail(body.email);
  await auth.messageLimits.check('email', undefined);
  const request = { redirectTo: requestedRedirect(auth, c), challenge: undefined };
  const { mail, user } = await auth.db.transaction(async (transaction) => {
    const account = await invitedAccount(transaction, email, changeUserMetadata({}, body.data));
    const language = messageLanguage(auth, c, account.raw_user_meta_data);
    const letter = await writeLinkMail(auth, transaction, account, 'invite', { ...request, language });
    return { mail: letter, user: (await findUser(transaction, account.id))! };
  });
  postMail(auth, async () => written(mail));
  record(auth, c, 'user_invited', admin, aboutUser(user));
  return c.json(userView(user));
}
