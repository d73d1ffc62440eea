import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { normalizeEmail, normalizePhone } from './addresses.ts';
import { requireUser, type SignedIn } from './bearer.ts';
import { metadata, readJson, text } from './body.ts';
import { AuthError } from './errors.ts';
import { lacksSecondFactor } from './factor-owner.ts';
import { saveIdentity } from './identities.ts';
import { checkPassword } from './password-policy.ts';
import { requireProof } from './reauthentication.ts';
import { requestVisitor, type Auth } from './services.ts';
import { endSessions } from './sessions.ts';
import {
  findUser,
  findUserByEmail,
  lockUser,
  mergeMetadata,
  updateUser,
  withoutOneTimeTokens,
  type UserValues,
} from './users.ts';
import { userView } from './views.ts';

const bodySchema = v.object({
  email: text,
  phone: text,
  password: text,
  current_password: text,
  nonce: text,
  data: metadata,
  app_metadata: v.nullish(v.unknown()),
});
type Body = v.InferOutput<typeof bodySchema>;

/** The hash of the new password, undefined without one. Throws AuthError same_password. */
async function newHash(auth: Auth, { user }: SignedIn, password: string): Promise<string | undefined> {
  if (password === '') return undefined;
  const stored = user.encrypted_password;
  if (stored !== null && (await auth.passwords.verify(password, stored)))
    throw new AuthError('same_password');
  return auth.passwords.hash(password);
}

/** The new address, undefined when none is asked for or it is the present one. */
async function newEmail(auth: Auth, { user }: SignedIn, body: Body): Promise<string | undefined> {
  if (body.email === '') return undefined;
  const email = normalizeEmail(body.email);
  if (email === user.email) return undefined;
  if (await findUserByEmail(auth.db, email)) throw new AuthError('email_exists');
  return email;
}

function checkPhone({ user }: SignedIn, body: Body): void {
  if (body.phone === '' || normalizePhone(body.phone) === user.phone) return;
  throw new AuthError('phone_provider_disabled', { message: 'Unsupported phone provider' });
}

/** With autoconfirm an address counts at once, as at sign-up; else it waits for the mails to be answered. */
function emailValues(auth: Auth, email: string | undefined): UserValues {
  if (email === undefined) return {};
  const now = new Date();
  if (auth.autoconfirm) return { email, email_confirmed_at: now, email_change: '' };
  return { email_change: email, email_change_sent_at: now, email_change_confirm_status: 0 };
}

interface Changes {
  readonly hash: string | undefined;
  readonly email: string | undefined;
  readonly data: Body['data'];
}

/** Writes the changes. Other sessions end with a new password: one of them may be why it was changed. */
async function apply(auth: Auth, { user, session }: SignedIn, { hash, email, data }: Changes) {
  return auth.db.transaction(async (transaction) => {
    const current = await lockUser(transaction, user.id);
    if (!current) throw new AuthError('user_not_found', { status: 403 });
    await updateUser(transaction, user.id, {
      ...(hash !== undefined && { ...withoutOneTimeTokens, encrypted_password: hash }),
      ...emailValues(auth, email),
      raw_user_meta_data: mergeMetadata(current.raw_user_meta_data, data),
    });
    const replaced = email !== undefined && auth.autoconfirm;
    if (replaced) {
      const address = { email, email_verified: true };
      await saveIdentity(transaction, { userId: user.id, provider: 'email', data: address, metadata: {} });
    }
    const which = session ? { except: session.id } : 'all';
    const ends = hash !== undefined || replaced;
    const ended = ends ? await endSessions(transaction, user.id, which) : [];
    return { user: (await findUser(transaction, user.id))!, ended };
  });
}

/**
 * PUT /user: changes the caller's own account; the answer is the User. A new password ends every other session.
 * @throws AuthError as wire §4
 */
export async function updateOwnUser(auth: Auth, c: HttpContext): Promise<Response> {
  const visitor = requestVisitor(auth, c);
  auth.limits.account(visitor);
  const signedIn = await requireUser(auth, c);
  const body = await readJson(c.req.raw, bodySchema);
  if (body.app_metadata != null) throw new AuthError('not_admin');
  const isSensitive = body.email !== '' || body.phone !== '' || body.password !== '';
  if (isSensitive && lacksSecondFactor(signedIn))
    throw new AuthError('insufficient_aal', {
      status: 401,
      message: 'AAL2 session is required to update email or password when MFA is enabled.',
    });
  checkPhone(signedIn, body);
  if (body.password !== '') checkPassword(body.password, auth.settings, auth.config.page.brandName);
  const email = await newEmail(auth, signedIn, body);
  // An address that counts without a mail lets whoever has it set a new password: it needs the same proof.
  if (body.password !== '' || (email !== undefined && auth.autoconfirm)) {
    const proof = { currentPassword: body.current_password, nonce: body.nonce, visitor };
    await requireProof(auth, signedIn, proof);
  }
  const hash = await newHash(auth, signedIn, body.password);
  const { user, ended } = await apply(auth, signedIn, { hash, email, data: body.data });
  for (const id of ended) auth.tokens.forgetSession(id);
  return c.json(userView(user));
}
