import { json, type Reply } from '../../../http/reply.ts';
import { orUndo } from '../../domain/accounts/new-account.ts';
import { registerAccount, viewRepeatedSignup } from '../../domain/accounts/registration.ts';
import { userView } from '../../domain/accounts/views.ts';
import type { CodeChallenge } from '../../domain/flows/pkce.ts';
import { readChannel, sendSmsCode } from '../../domain/links-and-codes/sms-codes.ts';
import { recordOwn } from '../../domain/recording/recording.ts';
import { AuthError, invalid } from '../../errors.ts';
import type { AuthRequest } from '../../request.ts';
import { normalizePhone } from '../../store/addresses.ts';
import { findUser, type AuthUser, type Metadata } from '../../store/users.ts';
import { signUpAtOnce } from './at-once.ts';

interface PhoneSignup {
  readonly phone: string;
  readonly channel: string;
  readonly password: string;
  readonly data: Metadata;
  readonly challenge: CodeChallenge | undefined;
}

/**
 * A sign-up with a telephone number: a Session with autoconfirm, else the User, who is sent a code.
 * @throws AuthError phone_provider_disabled, user_already_exists, validation_failed; of `sendSmsCode`
 */
export async function signUpWithPhone(
  request: AuthRequest,
  { phone, channel: wanted, password, data, challenge }: PhoneSignup,
): Promise<Reply> {
  if (!request.settings.sms.enable_signup) throw new AuthError('phone_provider_disabled');
  if (challenge) throw invalid('PKCE not supported for phone signups');
  const channel = readChannel(request, wanted);
  const address = normalizePhone(phone);
  const confirmed = request.autoconfirm.phone;
  if (!confirmed) await request.messageLimits.check('sms', request.network, true);
  // Hash before looking up the address: the time must not reveal whether it has an account.
  const hash = await request.passwords.hash(password);
  const account = { provider: 'phone', address, hash, data } as const;
  if (confirmed) return signUpAtOnce(request, account);
  const user = await registerAccount(request, account, async (_, inserted) => inserted);
  const text = async (to: AuthUser): Promise<void> => {
    await sendSmsCode(request, to, { token: 'confirmation_token', to: to.phone ?? '', channel });
  };
  if (!user) {
    const textAgain = async (known: AuthUser): Promise<void> => {
      if (!request.messageLimits.isTooSoon('sms', known.confirmation_sent_at)) await text(known);
    };
    return json(await viewRepeatedSignup(request, account, textAgain));
  }
  recordOwn(request, 'user_confirmation_requested', user, { provider: 'phone' });
  await orUndo(request, user, () => text(user));
  return json(userView((await findUser(request.db, user.id)) ?? user));
}
