import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { normalizeEmail } from './addresses.ts';
import { readJson, text } from './body.ts';
import { linkRequest } from './magic-link.ts';
import { postMail, writeLinkMail } from './mailed-links.ts';
import { messageLanguage } from './message-language.ts';
import { recordOwn } from './recording.ts';
import { requestVisitor, type Auth } from './services.ts';
import { findUserByEmail } from './users.ts';

const bodySchema = v.object({ email: text, code_challenge: text, code_challenge_method: text });

/**
 * POST /recover: mails a link to choose a new password with. Neither the answer nor its time tells whether the address
 * has an account: that is found out after the answer.
 * @throws AuthError validation_failed, over_email_send_rate_limit
 */
export async function recover(auth: Auth, c: HttpContext): Promise<Response> {
  await auth.limits.account(requestVisitor(auth, c));
  const body = await readJson(c.req.raw, bodySchema);
  const email = normalizeEmail(body.email);
  const request = linkRequest(auth, c, body);
  await auth.messageLimits.check('email');
  auth.messageLimits.request('email', 'recovery', email);
  postMail(auth, async () => {
    const written = await auth.db.transaction(async (transaction) => {
      const user = await findUserByEmail(transaction, email);
      if (!user || auth.messageLimits.isTooSoon('email', user.recovery_sent_at)) return undefined;
      const language = messageLanguage(auth, c, user.raw_user_meta_data);
      return {
        user,
        mail: await writeLinkMail(auth, transaction, user, 'recovery', { ...request, language }),
      };
    });
    if (written) recordOwn(auth, c, 'user_recovery_requested', written.user);
    return written?.mail;
  });
  return c.json({});
}
