import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { normalizeEmail, normalizePhone } from '../accounts/addresses.ts';
import { readJson, text } from '../body.ts';
import { writeEmailChange } from './email-change.ts';
import { invalid } from '../errors.ts';
import { linkRequest } from './sign-in-mail.ts';
import { postMail, writeLinkMail, written, type LinkRequest } from './mailed-links.ts';
import { messageLanguage } from '../language.ts';
import { requestVisitor, type Auth } from '../services.ts';
import { readChannel, sendSmsCode, type SmsCode } from './sms-codes.ts';
import { findUserByEmail, findUserByPhone, type UserRow } from '../accounts/users.ts';

const bodySchema = v.object({
  type: text,
  email: text,
  phone: text,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
});
type Body = v.InferOutput<typeof bodySchema>;

/** Writes the pending confirmation mails again. */
async function writeAgain(auth: Auth, c: HttpContext, type: string, user: UserRow, request: LinkRequest) {
  const language = messageLanguage(auth, c, user.raw_user_meta_data);
  return auth.db.transaction(async (transaction) =>
    type === 'email_change'
      ? writeEmailChange(auth, transaction, user, { ...request, language })
      : [await writeLinkMail(auth, transaction, user, 'confirmation', { ...request, language })],
  );
}

/** The address that still awaits confirmation; undefined when none does, or its mail was sent just now. */
function pendingAddress(auth: Auth, type: string, user: UserRow): string | undefined {
  const { isTooSoon } = auth.messageLimits;
  if (type === 'email_change')
    return isTooSoon('email', user.email_change_sent_at) ? undefined : user.email_change || undefined;
  const isOver = user.email_confirmed_at !== null || isTooSoon('email', user.confirmation_sent_at);
  return isOver ? undefined : (user.email ?? undefined);
}

async function resendMail(auth: Auth, c: HttpContext, body: Body): Promise<void> {
  if (body.email === '') throw invalid('Type provided requires an email address');
  const email = normalizeEmail(body.email);
  const request = linkRequest(auth, c, body);
  await auth.messageLimits.check('email', requestVisitor(auth, c));
  auth.messageLimits.request('email', body.type, email);
  postMail(auth, async () => {
    const user = await findUserByEmail(auth.db, email);
    const address = user && pendingAddress(auth, body.type, user);
    if (!user || address === undefined) return undefined;
    return {
      recipient: { address, isStranger: true },
      async write() {
        const [first, ...others] = await writeAgain(auth, c, body.type, user, request);
        for (const mail of others) postMail(auth, async () => written(mail));
        return first!;
      },
    };
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
  await auth.messageLimits.check('sms', requestVisitor(auth, c));
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
