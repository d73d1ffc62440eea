import * as v from 'valibot';
import type { Reply } from '../../../http/reply.ts';
import { isEmail, normalizeEmail, normalizePhone, type Address } from '../../store/addresses.ts';
import { findUserBy, isBanned, type AuthUser } from '../../store/users.ts';
import type { IssuedSession } from '../../domain/accounts/views.ts';
import { readJson, text } from '../../body.ts';
import { AuthError, invalid } from '../../errors.ts';
import { attempting, signInAttempt } from '../../domain/recording/failures.ts';
import { passwordWeakness } from '../../domain/passwords/policy.ts';
import { recordLogin } from '../../domain/recording/recording.ts';
import type { AuthRequest } from '../../request.ts';
import type { Auth } from '../../context.ts';
import { sessionResponse, startSession, type SessionStarter } from '../../domain/sessions/start.ts';

const bodySchema = v.object({ email: text, phone: text, password: text });
type Body = v.InferOutput<typeof bodySchema>;

/** The claimed identity, and the password to prove it. */
interface Login extends Address {
  readonly password: string;
}

/**
 * POST /token?grant_type=password: a Session; with `weak_password` when the policy would reject the password today.
 * @throws AuthError invalid_credentials, validation_failed, email_provider_disabled, phone_provider_disabled,
 *   over_request_rate_limit; only with the right password user_banned, email_not_confirmed, phone_not_confirmed
 */
export async function passwordGrant(request: AuthRequest): Promise<Reply> {
  const attempt = await request.limits.token(request.network);
  const login = readLogin(request, await readJson(request, bodySchema));
  const session = await attempting(request, signInAttempt(login.address, 'password'), () =>
    signIn(request, login).catch((error: Error) => {
      // The account changed since the check, perhaps because a concurrent sign-in renewed its hash: retry once.
      if (error instanceof AuthError && error.code === 'conflict') return signIn(request, login);
      throw error;
    }),
  );
  await attempt.refund();
  recordLogin(request, session.user, 'password', login.provider);
  const weakness = passwordWeakness(login.password, request.settings, await request.commonWords());
  return sessionResponse(session, weakness && { weak_password: weakness });
}

async function signIn(
  request: SessionStarter & Pick<AuthRequest, 'db' | 'limits' | 'passwords'>,
  login: Login,
): Promise<IssuedSession> {
  const { provider, password } = login;
  const authenticated = await authenticate(request, login);
  if (isBanned(authenticated)) throw new AuthError('user_banned', { status: 400 });
  if (!authenticated[`${provider}_confirmed_at`]) throw new AuthError(`${provider}_not_confirmed`);
  const user = await renewHash(request, authenticated, password);
  const start = { user, method: 'password', provider };
  return request.db.transaction((transaction) => startSession(request, transaction, start));
}

/** Replaces an outdated hash while the password is at hand, unless the password has changed meanwhile. */
async function renewHash(
  { db, passwords }: Pick<AuthRequest, 'db' | 'passwords'>,
  user: AuthUser,
  password: string,
) {
  const stored = user.encrypted_password;
  if (stored === null || !passwords.isOutdated(stored)) return user;
  const hash = await passwords.hash(password);
  const sql = 'update auth.users set encrypted_password = $3 where id = $1 and encrypted_password = $2';
  await db.query(sql, [user.id, stored, hash]);
  return { ...user, encrypted_password: hash };
}

/**
 * The user whose password it is. An unknown address, an account without a password and a wrong password are
 * indistinguishable by response, time and limits.
 */
async function authenticate(
  request: Pick<AuthRequest, 'db' | 'knownNetworks' | 'limits' | 'network' | 'passwords'>,
  { provider, address, password }: Login,
): Promise<AuthUser> {
  const { db, knownNetworks, limits, network, passwords } = request;
  const user = await findUserBy(db, provider, address);
  const isKnown = await knownNetworks.includes(db, user?.id, 'sign-in', network);
  const attempt = await limits.password({ subject: address, network, isKnown });
  const matches = await passwords.verify(password, user?.encrypted_password).catch(async (error: Error) => {
    await attempt.refund();
    throw error;
  });
  if (!user || !matches) throw new AuthError('invalid_credentials');
  await attempt.refund();
  await limits.signIn(user.id);
  return user;
}

function readLogin({ settings }: Pick<Auth, 'settings'>, { email, phone, password }: Body): Login {
  if (email !== '' && phone !== '')
    throw invalid('Only an email address or phone number should be provided on login.');
  if (phone !== '') {
    if (!settings.sms.enable_signup)
      throw new AuthError('phone_provider_disabled', { status: 422, message: 'Phone logins are disabled' });
    return { provider: 'phone', address: normalizePhone(phone), password };
  }
  if (email === '') throw invalid('missing email or phone');
  if (!settings.email.enable_signup)
    throw new AuthError('email_provider_disabled', { status: 422, message: 'Email logins are disabled' });
  if (!isEmail(email)) throw new AuthError('invalid_credentials');
  return { provider: 'email', address: normalizeEmail(email), password };
}
