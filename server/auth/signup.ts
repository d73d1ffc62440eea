import type { Context as HttpContext } from 'hono';
import pg from 'pg';
import * as v from 'valibot';
import type { Queryable } from '../db/database.ts';
import { normalizeEmail } from './addresses.ts';
import { metadata, readJson, text } from './body.ts';
import { AuthError, invalid } from './errors.ts';
import { saveIdentity } from './identities.ts';
import { checkPassword } from './password-policy.ts';
import { requestClient, requestVisitor, type Auth } from './services.ts';
import { sessionResponse, startSession } from './session-start.ts';
import {
  findUser,
  findUserByEmail,
  insertUser,
  mergeMetadata,
  type Metadata,
  type UserRow,
} from './users.ts';
import { obfuscatedUserView, userView } from './views.ts';

const bodySchema = v.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  code_challenge: text,
  code_challenge_method: text,
});
type Body = v.InferOutput<typeof bodySchema>;

const emailProvider = { provider: 'email', providers: ['email'] };

/** In the wire's order: sign-up at all, the password, the address. Gives the address as it is stored. */
function checkRequest(auth: Auth, body: Body): string {
  const { settings, config } = auth;
  if (!settings.enable_signup) throw new AuthError('signup_disabled');
  if (body.email === '' && body.phone === '') throw new AuthError('anonymous_provider_disabled');
  if (body.password === '') throw invalid('Signup requires a valid password');
  checkPassword(body.password, settings, config.page.brandName);
  if (body.email !== '' && body.phone !== '')
    throw invalid('Only an email address or phone number should be provided on signup.');
  if (body.phone !== '') throw new AuthError('phone_provider_disabled');
  if (!settings.email.enable_signup) throw new AuthError('email_provider_disabled');
  checkChallenge(body.code_challenge, body.code_challenge_method);
  return normalizeEmail(body.email);
}

/** PKCE parameters are given both or neither. */
function checkChallenge(challenge: string, method: string): void {
  if (challenge === '' && method === '') return;
  if (challenge === '' || method === '')
    throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge))
    throw invalid('code challenge must be 43 to 128 unreserved characters');
  if (!['s256', 'plain'].includes(method.toLowerCase()))
    throw invalid('code challenge method must be S256 or plain');
}

/** Inserts the account. What the caller says about themselves goes to user_metadata only, whatever its keys are. */
async function createAccount(
  auth: Auth,
  transaction: Queryable,
  email: string,
  hash: string,
  data: Metadata,
): Promise<UserRow> {
  const now = new Date();
  const confirmed = auth.autoconfirm;
  const id = await insertUser(transaction, {
    email,
    encrypted_password: hash,
    raw_app_meta_data: emailProvider,
    raw_user_meta_data: confirmed ? { ...data, email_verified: true } : data,
    ...(confirmed ? { email_confirmed_at: now } : { confirmation_sent_at: now }),
  });
  const addressData = { email, email_verified: confirmed, phone_verified: false };
  await saveIdentity(transaction, { userId: id, provider: 'email', data: addressData, metadata: data });
  return (await findUser(transaction, id))!;
}

/** Creates the account, and with autoconfirm its first session. Undefined when the address has an account already. */
async function register(auth: Auth, c: HttpContext, email: string, hash: string, data: Metadata) {
  const client = requestClient(auth, c);
  try {
    return await auth.db.transaction(async (transaction) => {
      const user = await createAccount(auth, transaction, email, hash, data);
      if (!auth.autoconfirm) return { user };
      const signIn = { user, method: 'password', provider: 'email', client };
      return { user, session: await startSession(auth, transaction, signIn) };
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'users_email_partial_key') return undefined;
    throw error;
  }
}

/** With autoconfirm it is told that the address is taken; else a stranger must not learn who has an account (§2.3). */
async function existingAccount(auth: Auth, c: HttpContext, email: string, data: Metadata): Promise<Response> {
  if (auth.autoconfirm) throw new AuthError('user_already_exists');
  const user = await findUserByEmail(auth.db, email);
  return c.json(user && !user.confirmed_at ? userView(user) : obfuscatedUserView(email, data));
}

/**
 * POST /signup: a Session when addresses are confirmed at once, else the bare User.
 * @throws AuthError as wire §4
 */
export async function signup(auth: Auth, c: HttpContext): Promise<Response> {
  auth.limits.account(requestVisitor(auth, c));
  const body = await readJson(c.req.raw, bodySchema);
  const email = checkRequest(auth, body);
  const data = mergeMetadata({}, body.data);
  // Before it is known whether the address is new: the time must not tell.
  const hash = await auth.passwords.hash(body.password);
  const registered = await register(auth, c, email, hash, data);
  if (!registered) return existingAccount(auth, c, email, data);
  return registered.session ? sessionResponse(c, registered.session) : c.json(userView(registered.user));
}
