import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { isEmail, normalizeEmail } from './addresses.ts';
import { isBanned } from './bearer.ts';
import { readJson, text } from './body.ts';
import { AuthError, invalid } from './errors.ts';
import { passwordWeakness } from './password-policy.ts';
import { requestClient, requestVisitor, type Auth } from './services.ts';
import { sessionResponse, startSession } from './session-start.ts';
import type { Client } from './sessions.ts';
import { findUserByEmail, replaceHash, type UserRow } from './users.ts';
import type { Session } from './views.ts';

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

/** What a request to sign in rests on. */
interface Attempt {
  readonly email: string;
  readonly password: string;
  readonly visitor: string | undefined;
  readonly client: Client;
}

async function signIn(auth: Auth, { email, password, visitor, client }: Attempt): Promise<Session> {
  const authenticated = await authenticate(auth, email, password, visitor);
  if (isBanned(authenticated)) throw new AuthError('user_banned', { status: 400 });
  if (!authenticated.email_confirmed_at) throw new AuthError('email_not_confirmed');
  const user = await renewHash(auth, authenticated, password);
  return auth.db.transaction((transaction) =>
    startSession(auth, transaction, { user, method: 'password', provider: 'email', client }),
  );
}

/**
 * POST /token?grant_type=password: a Session; with `weak_password` when the password would not be accepted today.
 * @throws AuthError as wire §4; only with the right password is it told that the account is banned or unconfirmed
 */
export async function passwordGrant(auth: Auth, c: HttpContext): Promise<Response> {
  const visitor = requestVisitor(auth, c);
  auth.limits.token(visitor);
  const body = await readJson(c.req.raw, bodySchema);
  const { password } = body;
  const request = { email: checkRequest(auth, body), password, visitor, client: requestClient(auth, c) };
  const session = await signIn(auth, request).catch((error: Error) => {
    // The account changed while we looked, for one because another sign-in renewed its hash: look again.
    if (error instanceof AuthError && error.code === 'conflict') return signIn(auth, request);
    throw error;
  });
  const weakness = passwordWeakness(password, auth.settings, auth.config.page.brandName);
  return sessionResponse(c, session, weakness && { weak_password: weakness });
}
