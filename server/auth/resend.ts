import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { normalizeEmail, normalizePhone } from './addresses.ts';
import { readJson, text } from './body.ts';
import { writeEmailChange } from './email-change.ts';
import { invalid } from './errors.ts';
import { linkRequest } from './magic-link.ts';
import { postMail, writeLinkMail, type LinkRequest } from './mailed-links.ts';
import { messageLanguage } from './message-language.ts';
import { requestVisitor, type Auth } from './services.ts';
import { readChannel, sendSmsCode, type SmsCode } from './sms-codes.ts';
import { findUserByEmail, findUserByPhone, type UserRow } from './users.ts';

const bodySchema = v.object({
  type: text,
  email: text,
  phone: text,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
});
type Body = v.InferOutput<typeof bodySchema>;

/** What is still to be confirmed by that type of mail, written anew; nothing otherwise. */
async function writeAgain(auth: Auth, c: HttpContext, type: string, email: string, request: LinkRequest) {
  return auth.db.transaction(async (transaction) => {
    const user = await findUserByEmail(transaction, email);
    if (!user) return [];
    const { isTooSoon } = auth.messageLimits;
    const language = messageLanguage(auth, c, user.raw_user_meta_data);
    if (type === 'email_change') {
      const skips = user.email_change === '' || isTooSoon('email', user.email_change_sent_at);
      return skips ? [] : writeEmailChange(auth, transaction, user, { ...request, language });
    }
    if (user.email_confirmed_at || isTooSoon('email', user.confirmation_sent_at)) return [];
    return [await writeLinkMail(auth, transaction, user, 'confirmation', { ...request, language })];
  });
}

async function resendMail(auth: Auth, c: HttpContext, body: Body): Promise<void> {
  if (body.email === '') throw invalid('Type provided requires an email address');
  const email = normalizeEmail(body.email);
  const request = linkRequest(auth, c, body);
  await auth.messageLimits.check('email');
  auth.messageLimits.request('email', body.type, email);
  postMail(auth, async () => {
    const [first, ...others] = await writeAgain(auth, c, body.type, email, request);
    for (const mail of others) postMail(auth, async () => mail);
    return first;
  });
}

/** What is still to be confirmed on that telephone; undefined when nothing is. */
function pendingCode(type: string, user: UserRow, phone: string): Pick<SmsCode, 'kind' | 'to'> | undefined {
  if (type === 'sms') return user.phone_confirmed_at ? undefined : { kind: 'confirmation', to: phone };
  return user.phone_change === '' ? undefined : { kind: 'phone_change', to: user.phone_change };
}

/** In the background: neither the answer nor its time tells whether the number has an account. */
async function resendSms(auth: Auth, c: HttpContext, body: Body): Promise<void> {
  if (body.phone === '') throw invalid('Type provided requires a phone number');
  const phone = normalizePhone(body.phone);
  const channel = readChannel(auth, body.channel);
  await auth.messageLimits.check('sms');
  auth.messageLimits.request('sms', body.type, phone);
  auth.mail.post(async () => {
    const user = await findUserByPhone(auth.db, phone);
    const code = user && pendingCode(body.type, user, phone);
    if (!user || !code) return undefined;
    const language = messageLanguage(auth, c, user.raw_user_meta_data);
    await sendSmsCode(auth, user, { ...code, channel, language });
    return undefined;
  });
}

/**
 * POST /resend: sends once more what is still to be confirmed. The answer is the same when nothing is, and when there
 * is no such account.
 * @throws AuthError validation_failed, over_email_send_rate_limit, over_sms_send_rate_limit
 */
export async function resend(auth: Auth, c: HttpContext): Promise<Response> {
  await auth.limits.account(requestVisitor(auth, c));
  const body = await readJson(c.req.raw, bodySchema);
  if (body.email !== '' && body.phone !== '')
    throw invalid('Only an email address or phone number should be provided.');
  if (body.type === 'signup' || body.type === 'email_change') await resendMail(auth, c, body);
  else if (body.type === 'sms' || body.type === 'phone_change') await resendSms(auth, c, body);
  else throw invalid('Type must be one of signup, email_change, sms, phone_change');
  return c.json({});
}
