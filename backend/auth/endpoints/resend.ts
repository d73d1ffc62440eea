import * as v from 'valibot';
import { json, type Reply } from '../../http/reply.ts';
import { normalizeEmail, normalizePhone } from '../store/addresses.ts';
import { findUserBy, type AuthUser } from '../store/users.ts';
import { readJson, text } from '../body.ts';
import { invalid } from '../errors.ts';
import { pkceKeys } from '../domain/flows/pkce.ts';
import type { AuthRequest } from '../request.ts';
import {
  linkRequest,
  postMail,
  writeEmailChange,
  writeLinkMail,
  written,
  type MailPoster,
  type LinkWriter,
} from '../domain/links-and-codes/mailed-links.ts';
import {
  readChannel,
  sendSmsCode,
  type SmsCode,
  type CodeSender,
} from '../domain/links-and-codes/sms-codes.ts';
import type { RedirectSource } from '../domain/flows/redirects.ts';
import type { Auth } from '../context.ts';

const bodySchema = v.object({
  type: text,
  email: text,
  phone: text,
  channel: text,
  ...pkceKeys,
});
type Body = v.InferOutput<typeof bodySchema>;

/**
 * POST /resend: sends a pending confirmation once more. The response is the same when none is pending and when there is
 * no such account.
 * @throws AuthError validation_failed, over_email_send_rate_limit, over_sms_send_rate_limit
 */
export async function resend(request: AuthRequest): Promise<Reply> {
  await request.limits.account(request.network);
  const body = await readJson(request, bodySchema);
  if (body.email !== '' && body.phone !== '')
    throw invalid('Only an email address or phone number should be provided.');
  if (body.type === 'signup' || body.type === 'email_change') await resendMail(request, body);
  else if (body.type === 'sms' || body.type === 'phone_change') await resendSms(request, body);
  else throw invalid('Type must be one of signup, email_change, sms, phone_change');
  return json({});
}

/** Sends in the background: neither the response nor its time reveals whether the number has an account. */
async function resendSms(
  request: CodeSender & Pick<AuthRequest, 'mail' | 'network'>,
  body: Body,
): Promise<void> {
  if (body.phone === '') throw invalid('Type provided requires a phone number');
  const phone = normalizePhone(body.phone);
  const channel = readChannel(request, body.channel);
  await request.messageLimits.check('sms', request.network);
  await request.messageLimits.request('sms', body.type, phone);
  request.mail.post(async () => {
    const user = await findUserBy(request.db, 'phone', phone);
    const code = user && pendingCode(body.type, user, phone);
    if (!user || !code) return undefined;
    await sendSmsCode(request, user, { ...code, channel });
    return undefined;
  });
}

/** The code that awaits confirmation on a telephone, if there is one. */
function pendingCode(type: string, user: AuthUser, phone: string): Pick<SmsCode, 'token' | 'to'> | undefined {
  if (type === 'sms') return user.phone_confirmed_at ? undefined : { token: 'confirmation_token', to: phone };
  return user.phone_change === '' ? undefined : { token: 'phone_change_token', to: user.phone_change };
}

async function resendMail(
  request: LinkWriter & MailPoster & RedirectSource & Pick<AuthRequest, 'db' | 'network'>,
  body: Body,
): Promise<void> {
  if (body.email === '') throw invalid('Type provided requires an email address');
  const email = normalizeEmail(body.email);
  const link = linkRequest(request, body);
  await request.messageLimits.check('email', request.network);
  await request.messageLimits.request('email', body.type, email);
  postMail(request, async () => {
    const user = await findUserBy(request.db, 'email', email);
    const address = user && pendingAddress(request, body.type, user);
    if (!user || address === undefined) return undefined;
    return {
      recipient: { address, isStranger: true },
      async write() {
        const [first, ...others] = await request.db.transaction(async (transaction) =>
          body.type === 'email_change'
            ? writeEmailChange(request, transaction, user, link)
            : [await writeLinkMail(request, transaction, user, 'confirmation', link)],
        );
        for (const mail of others) postMail(request, async () => written(mail));
        return first!;
      },
    };
  });
}

/** The address that awaits confirmation; undefined when there is none, or during the cooldown of its mail. */
function pendingAddress(
  request: Pick<Auth, 'messageLimits'>,
  type: string,
  user: AuthUser,
): string | undefined {
  const { isTooSoon } = request.messageLimits;
  if (type === 'email_change')
    return isTooSoon('email', user.email_change_sent_at) ? undefined : user.email_change || undefined;
  const isOver = user.email_confirmed_at !== null || isTooSoon('email', user.confirmation_sent_at);
  return isOver ? undefined : (user.email ?? undefined);
}
