import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { isEmail, normalizeEmail } from './addresses.ts';
import { isBanned } from './bearer.ts';
import { readJson, text } from './body.ts';
import { AuthError, invalid } from './errors.ts';
import { passwordWeakness } from './password-policy.ts';
import { requestClient, requestVisitor, type Auth } from './services.ts';
import { sessionResponse, startSession } from './session-start.ts';
import { findUserByEmail, replaceHash, type UserRow } from './users.ts';

const bodySchema = v.object({ email: text, phone: text, password: text });

function checkRequest(auth: Auth, body: v.InferOutput<typeof bodySchema>): string {
  if (body.email !== '' && body.phone !== '')
    throw invalid('Only an email address or phone number should be provided on login.');
  if (body.phone !== '')
    throw new AuthError('phone_provider_disabled', { status: 422, message: 'Phone logins are disabled' });
  if (body.email === '') throw invalid('missing email or phone');
  if (!auth.settings.email.enable_signup)
    throw new AuthError('email_provider_disabled', { status: 422, message: 'Email logins are disabled' });
  if (!isEmail(body.email)) throw new AuthError('invalid_credentials');
  return normalizeEmail(body.email);
}

/**
 * The user whose password it is. Unknown address, account without a password and wrong password cannot be told apart,
 * by the answer, by the time it takes, or by when the limit is reached.
 */
async function authenticate(auth: Auth, email: string, password: string, visitor: string | undefined) {
  const attempt = auth.limits.password(email, visitor);
  const user = await findUserByEmail(auth.db, email);
  const matches = await auth.passwords.verify(password, user?.encrypted_password).catch((error: Error) => {
    attempt.refund();
    throw error;
  });
  if (!user || !matches) throw new AuthError('invalid_credentials');
  attempt.refund();
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

/**
 * POST /token?grant_type=password: a Session; with `weak_password` when the password would not be accepted today.
 * @throws AuthError as wire §4; only with the right password is it told that the account is banned or unconfirmed
 */
export async function passwordGrant(auth: Auth, c: HttpContext): Promise<Response> {
  const visitor = requestVisitor(auth, c);
  auth.limits.token(visitor);
  const body = await readJson(c.req.raw, bodySchema);
  const email = checkRequest(auth, body);
  const authenticated = await authenticate(auth, email, body.password, visitor);
  if (isBanned(authenticated)) throw new AuthError('user_banned', { status: 400 });
  if (!authenticated.email_confirmed_at) throw new AuthError('email_not_confirmed');
  const user = await renewHash(auth, authenticated, body.password);
  const client = requestClient(auth, c);
  const signIn = { user, method: 'password', provider: 'email', client };
  const session = await auth.db.transaction((transaction) => startSession(auth, transaction, signIn));
  const weakness = passwordWeakness(body.password, auth.settings, auth.config.page.brandName);
  return sessionResponse(c, session, weakness && { weak_password: weakness });
}
