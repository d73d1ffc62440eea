import * as v from 'valibot';
import type { Reply } from '../../http/reply.ts';
import { metadata, readJson, text } from '../body.ts';
import { changeUserMetadata } from '../domain/accounts/metadata.ts';
import { pkceKeys, readChallenge } from '../domain/flows/pkce.ts';
import { checkPassword } from '../domain/passwords/policy.ts';
import { AuthError, invalid } from '../errors.ts';
import type { AuthRequest } from '../request.ts';
import { signUpAnonymously } from './signup/anonymous.ts';
import { signUpWithEmail } from './signup/email.ts';
import { signUpWithPhone } from './signup/phone.ts';

const bodySchema = v.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  channel: text,
  ...pkceKeys,
});

/**
 * POST /signup: a Session with autoconfirm, else the User. Without an address it signs in anonymously.
 * @throws AuthError signup_disabled, weak_password, validation_failed, over_request_rate_limit; of `signUpWithEmail`,
 *   `signUpWithPhone`, `signUpAnonymously`
 */
export async function signup(request: AuthRequest): Promise<Reply> {
  await request.limits.account(request.network);
  const body = await readJson(request, bodySchema);
  const { email, phone, password, channel } = body;
  if (!request.settings.enable_signup) throw new AuthError('signup_disabled');
  const data = changeUserMetadata({}, body.data);
  if (email === '' && phone === '') return signUpAnonymously(request, data);
  if (password === '') throw invalid('Signup requires a valid password');
  checkPassword(password, request.settings, await request.commonWords());
  if (email !== '' && phone !== '')
    throw invalid('Only an email address or phone number should be provided on signup.');
  const challenge = readChallenge(body);
  if (phone !== '') return signUpWithPhone(request, { phone, channel, password, data, challenge });
  return signUpWithEmail(request, { email, password, data, challenge });
}
