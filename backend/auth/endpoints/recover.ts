import * as v from 'valibot';
import { json, type Reply } from '../../http/reply.ts';
import { normalizeEmail } from '../store/addresses.ts';
import { findUserBy } from '../store/users.ts';
import { readJson, text } from '../body.ts';
import { pkceKeys } from '../domain/flows/pkce.ts';
import { recordOwn } from '../domain/recording/recording.ts';
import type { AuthRequest } from '../request.ts';
import { isStranger, linkRequest, postMail, writeLinkMail } from '../domain/links-and-codes/mailed-links.ts';

const bodySchema = v.object({ email: text, ...pkceKeys });

/**
 * POST /recover: mails a link to choose a new password with. The account is looked up after the response: neither the
 * response nor its time reveals whether there is one.
 * @throws AuthError validation_failed, over_email_send_rate_limit
 */
export async function recover(request: AuthRequest): Promise<Reply> {
  const { messageLimits, network } = request;
  await request.limits.account(network);
  const body = await readJson(request, bodySchema);
  const email = normalizeEmail(body.email);
  const link = linkRequest(request, body);
  await messageLimits.check('email', network);
  await messageLimits.request('email', 'recovery', email);
  postMail(request, async () => {
    const user = await findUserBy(request.db, 'email', email);
    if (!user || messageLimits.isTooSoon('email', user.recovery_sent_at)) return undefined;
    return {
      recipient: { address: email, isStranger: isStranger(user) },
      async write() {
        const mail = await request.db.transaction((transaction) =>
          writeLinkMail(request, transaction, user, 'recovery', link),
        );
        recordOwn(request, 'user_recovery_requested', user);
        return mail;
      },
    };
  });
  return json({});
}
