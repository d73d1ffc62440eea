import * as v from 'valibot';
import { json, type Reply } from '../../http/reply.ts';
import { normalizeEmail } from '../store/addresses.ts';
import { changeUserMetadata } from '../domain/accounts/metadata.ts';
import { findUser } from '../store/users.ts';
import { userView } from '../domain/accounts/views.ts';
import { metadata, readJson, text } from '../body.ts';
import { requireAdmin } from '../domain/callers/caller.ts';
import { invitedAccount } from '../domain/links-and-codes/invited-account.ts';
import { requestedRedirect } from '../domain/flows/redirects.ts';
import { aboutUser, record } from '../domain/recording/recording.ts';
import type { AuthRequest } from '../request.ts';
import { postMail, writeLinkMail, written } from '../domain/links-and-codes/mailed-links.ts';

const bodySchema = v.object({ email: text, data: metadata });

/**
 * POST /invite: creates an account and mails its owner a link. Responds with the User.
 * @throws AuthError not_admin, validation_failed, email_exists, over_email_send_rate_limit
 */
export async function invite(request: AuthRequest): Promise<Reply> {
  const admin = await requireAdmin(request);
  const body = await readJson(request, bodySchema);
  const email = normalizeEmail(body.email);
  await request.messageLimits.check('email', undefined);
  const link = { redirectTo: requestedRedirect(request), challenge: undefined };
  const { mail, user } = await request.db.transaction(async (transaction) => {
    const account = await invitedAccount(transaction, email, changeUserMetadata({}, body.data));
    const invitation = await writeLinkMail(request, transaction, account, 'invite', link);
    return { mail: invitation, user: (await findUser(transaction, account.id))! };
  });
  postMail(request, async () => written(mail));
  record(request, 'user_invited', admin, aboutUser(user));
  return json(userView(user));
}
