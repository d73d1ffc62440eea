import { json, type Reply } from '../../http/reply.ts';
import { updateUserRow, type AuthUser } from '../store/users.ts';
import { requireUser } from '../domain/callers/caller.ts';
import { AuthError, invalid } from '../errors.ts';
import { messageLanguage, type LanguageSource } from '../domain/accounts/language.ts';
import { recordOwn } from '../domain/recording/recording.ts';
import type { AuthRequest } from '../request.ts';
import { postMail, written, type MailPoster } from '../domain/links-and-codes/mailed-links.ts';
import { sendSmsCode, type CodeSender } from '../domain/links-and-codes/sms-codes.ts';

/**
 * GET /reauthenticate: sends the caller a code that proves ownership of the account in PUT /user.
 * @throws AuthError email_not_confirmed, phone_not_confirmed, over_email_send_rate_limit; of `sendSmsCode`
 */
export async function reauthenticate(request: AuthRequest): Promise<Reply> {
  await request.limits.account(request.network);
  const { user } = await requireUser(request);
  if (!user.email && !user.phone)
    throw invalid('Reauthentication requires the user to have an email or a phone number');
  const id = user.email
    ? await mailCode(request, user, user.email)
    : await textCode(request, user, user.phone ?? '');
  recordOwn(request, 'user_reauthenticate_requested', user);
  return json(id === undefined ? {} : { message_id: id });
}

/** @returns the provider's id of the message */
async function textCode(
  request: CodeSender & Pick<AuthRequest, 'network'>,
  user: AuthUser,
  phone: string,
): Promise<string | undefined> {
  if (!user.phone_confirmed_at)
    throw new AuthError('phone_not_confirmed', { status: 422, message: 'Please verify your phone first.' });
  await request.messageLimits.check('sms', request.network);
  return sendSmsCode(request, user, { token: 'reauthentication_token', to: phone, channel: 'sms' });
}

async function mailCode(
  request: LanguageSource & MailPoster & Pick<AuthRequest, 'db' | 'network' | 'oneTimeTokens' | 'settings'>,
  user: AuthUser,
  email: string,
): Promise<undefined> {
  if (!user.email_confirmed_at)
    throw new AuthError('email_not_confirmed', { status: 422, message: 'Please verify your email first.' });
  request.messageLimits.interval('email', user.reauthentication_sent_at);
  await request.messageLimits.check('email', request.network);
  await request.messageLimits.request('email', 'reauthentication', email);
  const { code, stored } = request.oneTimeTokens.draw(email, 'session');
  await updateUserRow(request.db, user.id, {
    reauthentication_token: stored,
    reauthentication_sent_at: new Date(),
  });
  const lifetimeSeconds = request.settings.email.otp_expiry;
  const language = messageLanguage(request, user);
  const mail = { kind: 'reauthentication', to: email, language, code, lifetimeSeconds } as const;
  postMail(request, async () => written(mail));
}
