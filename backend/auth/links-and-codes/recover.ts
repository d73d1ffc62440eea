import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { normalizeEmail } from '../accounts/addresses.ts';
import { readJson, text } from '../body.ts';
import { linkRequest } from './sign-in-mail.ts';
import { isStranger, postMail, writeLinkMail } from './mailed-links.ts';
import { messageLanguage } from '../language.ts';
import { recordOwn } from '../recording.ts';
import { requestVisitor, type Auth } from '../services.ts';
import { findUserByEmail } from '../accounts/users.ts';

const bodySchema = v.object({ email: text, code_challenge: text, code_challenge_method: text });

/**
 * POST /recover: mails a link to choose a new password with. Neither the answer nor its time tells whether the address
 * has an account: that is found out after the answer.
 * @throws AuthError validation_failed, over_email_send_rate_limit
 */
export async function recover(auth: Auth, c: HttpContext): Promise<Response> {
  const visitor = requestVisitor(auth, c);
  await auth.limits.account(visitor);
  const body = await readJson(c.req.raw, bodySchema);
  const email = normalizeEmail(body.email);
  const request = linkRequest(auth, c, body);
  await auth.messageLimits.check('email', visitor);
  auth.messageLimits.request('email', 'recovery', email);
  postMail(auth, async () => {
    const user = await findUserByEmail(auth.db, email);
    if (!user || auth.messageLimits.isTooSoon('email', user.recovery_sent_at)) return undefined;
    const language = messageLanguage(auth, c, user.raw_user_meta_data);
    return {
      recipient: { address: email, isStranger: isStranger(user) },
      async write() {
        const mail = await auth.db.transaction((transaction) =>
          writeLinkMail(auth, transaction, user, 'recovery', { ...request, language }),
        );
        recordOwn(auth, c, 'user_recovery_requested', user);
        return mail;
      },
    };
  });
  return c.json({});
}
