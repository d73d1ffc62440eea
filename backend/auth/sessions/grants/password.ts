import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { isEmail, normalizeEmail, normalizePhone } from '../../accounts/addresses.ts';
import { isBanned } from '../../caller.ts';
import { readJson, text } from '../../body.ts';
import { AuthError, invalid } from '../../errors.ts';
import { attempting, signInAttempt } from '../../failures.ts';
import { passwordWeakness } from '../../passwords/policy.ts';
import { recordLogin } from '../../recording.ts';
import { requestClient, requestVisitor, type Auth } from '../../services.ts';
import { sessionResponse, startSession } from '../start.ts';
import type { Client } from '../sessions.ts';
import { findUserByEmail, findUserByPhone, replaceHash, type UserRow } from '../../accounts/users.ts';
import type { Session } from '../../accounts/views.ts';

const bodySchema = v.object({ email: text, phone: text, password: text });

/** Who somebody says they are. */
interface Login {
  readonly provider: 'email' | 'phone';
  readonly address: string;
}

function checkRequest(auth: Auth, body: v.InferOutput<typeof bodySchema>): Login {
  if (body.email !== '' && body.phone !== '')
    throw invalid('Only an email address or phone number should be provided on login.');
  if (body.phone !== '') {
    if (!auth.settings.sms.enable_signup)
      throw new AuthError('phone_provider_disabled', { status: 422, message: 'Phone logins are disabled' });
    return { provider: 'phone', address: normalizePhone(body.phone) };
  }
  if (body.email === '') throw invalid('missing email or phone');
  if (!auth.settings.email.enable_signup)
    throw new AuthError('email_provider_disabled', { status: 422, message: 'Email logins are disabled' });
  if (!isEmail(body.email)) throw new AuthError('invalid_credentials');
  return { provider: 'email', address: normalizeEmail(body.email) };
}

/**
 * The user whose password it is. Unknown address, account without a password and wrong password cannot be told apart,
 * by the answer, by the time it takes, or by when the limit is reached.
 */
async function authenticate(auth: Auth, { login, password, visitor }: Attempt): Promise<UserRow> {
  const { provider, address } = login;
  const find = provider === 'email' ? findUserByEmail : findUserByPhone;
  const user = await find(auth.db, address);
  const isKnown = await auth.knownNetworks.includes(auth.db, user?.id, 'sign-in', visitor);
  const attempt = await auth.limits.password({ subject: address, visitor, isKnown });
  const matches = await auth.passwords
    .verify(password, user?.encrypted_password)
    .catch(async (error: Error) => {
      await attempt.refund();
      throw error;
    });
  if (!user || !matches) throw new AuthError('invalid_credentials');
  await attempt.refund();
  await auth.limits.signIn(user.id);
  return user;
}

/** A hash made with other parameters is replaced while the password is at hand. */
async function renewHash(auth: Auth, user: UserRow, password: string): Promise<UserRow> {
  const stored = user.encrypted_password;
  if (stored === null || !auth.passwords.isOutdated(stored)) return user;
  const hash = await auth.passwords.hash(password);
  await replaceHash(auth.db, user.id, stored, hash);
  return { ...user, encrypted_password: hash };
}

/** What a request to sign in rests on. */
interface Attempt {
  readonly login: Login;
  readonly password: string;
  readonly visitor: string | undefined;
  readonly client: Client;
}

async function signIn(auth: Auth, attempt: Attempt): Promise<Session> {
  const { login, password, client } = attempt;
  const authenticated = await authenticate(auth, attempt);
  if (isBanned(authenticated)) throw new AuthError('user_banned', { status: 400 });
  const { provider } = login;
  if (provider === 'email' && !authenticated.email_confirmed_at) throw new AuthError('email_not_confirmed');
  if (provider === 'phone' && !authenticated.phone_confirmed_at) throw new AuthError('phone_not_confirmed');
  const user = await renewHash(auth, authenticated, password);
  return auth.db.transaction((transaction) =>
    startSession(auth, transaction, { user, method: 'password', provider, client }),
  );
}

/**
 * POST /token?grant_type=password: a Session; with `weak_password` when the password would not be accepted today.
 * @throws AuthError as wire §4; only with the right password is it told that the account is banned or unconfirmed
 */
export async function passwordGrant(auth: Auth, c: HttpContext): Promise<Response> {
  const visitor = requestVisitor(auth, c);
  const attempt = await auth.limits.token(visitor);
  const body = await readJson(c.req.raw, bodySchema);
  const { password } = body;
  const request = { login: checkRequest(auth, body), password, visitor, client: requestClient(auth, c) };
  const { provider, address } = request.login;
  const session = await attempting(signInAttempt(address, 'password'), () =>
    signIn(auth, request).catch((error: Error) => {
      // The account changed while we looked, for one because another sign-in renewed its hash: look again.
      if (error instanceof AuthError && error.code === 'conflict') return signIn(auth, request);
      throw error;
    }),
  );
  await attempt.refund();
  recordLogin(auth, c, session.user, 'password', provider);
  const weakness = passwordWeakness(password, auth.settings, auth.config.page.brandName);
  return sessionResponse(c, session, weakness && { weak_password: weakness });
}
