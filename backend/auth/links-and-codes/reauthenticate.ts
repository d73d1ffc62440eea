import type { Context as HttpContext } from 'hono';
import { requireUser } from '../caller.ts';
import { AuthError, invalid } from '../errors.ts';
import { postMail, written } from './mailed-links.ts';
import { messageLanguage } from '../language.ts';
import { recordOwn } from '../recording.ts';
import { requestVisitor, type Auth } from '../services.ts';
import { sendSmsCode } from './sms-codes.ts';
import { updateUser, type UserRow } from '../accounts/users.ts';

async function mailCode(auth: Auth, c: HttpContext, user: UserRow, email: string): Promise<void> {
  if (!user.email_confirmed_at)
    throw new AuthError('email_not_confirmed', { status: 422, message: 'Please verify your email first.' });
  auth.messageLimits.interval('email', user.reauthentication_sent_at);
  await auth.messageLimits.check('email', requestVisitor(auth, c));
  const { code, stored } = auth.oneTimeTokens.draw(email, false);
  await updateUser(auth.db, user.id, {
    reauthentication_token: stored,
    reauthentication_sent_at: new Date(),
  });
  const language = messageLanguage(auth, c, user.raw_user_meta_data);
  const lifetime = auth.settings.email.otp_expiry;
  const mail = { kind: 'reauthentication', to: email, language, code, lifetime } as const;
  postMail(auth, async () => written(mail));
}

/**
 * GET /reauthenticate: sends a code by which the caller proves to be the owner when they change the password.
 * @throws AuthError as wire §5
 */
export async function reauthenticate(auth: Auth, c: HttpContext): Promise<Response> {
  await auth.limits.account(requestVisitor(auth, c));
  const { user } = await requireUser(auth, c);
  if (user.email) {
    await mailCode(auth, c, user, user.email);
    recordOwn(auth, c, 'user_reauthenticate_requested', user);
    return c.json({});
  }
  if (!user.phone) throw invalid('Reauthentication requires the user to have an email or a phone number');
  if (!user.phone_confirmed_at)
    throw new AuthError('phone_not_confirmed', { status: 422, message: 'Please verify your phone first.' });
  const language = messageLanguage(auth, c, user.raw_user_meta_data);
  await auth.messageLimits.check('sms', requestVisitor(auth, c));
  const code = { kind: 'reauthentication', to: user.phone, channel: 'sms', language } as const;
  const id = await sendSmsCode(auth, user, code);
  recordOwn(auth, c, 'user_reauthenticate_requested', user);
  return c.json(id === undefined ? {} : { message_id: id });
}
