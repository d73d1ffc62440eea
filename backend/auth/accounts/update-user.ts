import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import type { Language } from '../../../shared/languages.ts';
import { normalizeEmail, normalizePhone } from './addresses.ts';
import type { Queryable } from '../../db/database.ts';
import type { MailMessage } from '../../messages/mail/letter.ts';
import { requireUser, type SignedIn } from '../caller.ts';
import { metadata, readJson, text } from '../body.ts';
import { writeEmailChange } from '../links-and-codes/email-change.ts';
import { AuthError, invalid } from '../errors.ts';
import { updateProviders } from '../external/identities.ts';
import { lacksSecondFactor } from '../factors/owner.ts';
import { saveIdentity } from './identities.ts';
import { linkRequest } from '../links-and-codes/sign-in-mail.ts';
import { postMail, written, type LinkRequest } from '../links-and-codes/mailed-links.ts';
import { messageLanguage } from '../language.ts';
import { changeUserMetadata } from './metadata.ts';
import { notifyEmailChange, notifyPasswordChange } from './notices.ts';
import { checkPassword } from '../passwords/policy.ts';
import { recordOwn } from '../recording.ts';
import { requireProof } from '../passwords/owner-proof.ts';
import { requestVisitor, type Auth } from '../services.ts';
import { endSessions } from '../sessions/sessions.ts';
import { readChannel, sendPhoneChangeCode } from '../links-and-codes/sms-codes.ts';
import {
  findUser,
  findUserByEmail,
  findUserByPhone,
  lockUser,
  updateUser,
  withoutOneTimeTokens,
  type UserRow,
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
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
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

/** The new address, undefined when none is asked for or it is the present one. Throws AuthError email_exists. */
async function newEmail(auth: Auth, { user }: SignedIn, body: Body): Promise<string | undefined> {
  if (body.email === '') return undefined;
  const email = normalizeEmail(body.email);
  if (email === user.email) return undefined;
  if (await findUserByEmail(auth.db, email)) throw new AuthError('email_exists');
  if (!auth.autoconfirm) auth.messageLimits.interval('email', user.email_change_sent_at);
  return email;
}

/** Who signs in with a company's identity provider has address and password there. Throws AuthError user_sso_managed. */
function checkManaged({ user }: SignedIn, { email, phone, password }: Body): void {
  if (email === '' && phone === '' && password === '') return;
  if (user.identities.some(({ provider }) => provider.startsWith('sso:')))
    throw new AuthError('user_sso_managed');
}

/** As `newEmail`. Throws AuthError phone_provider_disabled, phone_exists. */
async function newPhone(auth: Auth, { user }: SignedIn, body: Body): Promise<string | undefined> {
  if (body.phone === '') return undefined;
  const phone = normalizePhone(body.phone);
  if (phone === user.phone) return undefined;
  if (!auth.settings.sms.enable_signup)
    throw new AuthError('phone_provider_disabled', { message: 'Unsupported phone provider' });
  if (await findUserByPhone(auth.db, phone)) throw new AuthError('phone_exists');
  return phone;
}

/** What is asked for; undefined is what stays as it is. */
interface Asked {
  readonly password: string | undefined;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly data: Body['data'];
}

interface Changes extends Asked {
  readonly hash: string | undefined;
  /** Of the code that went to the new number; empty where none was needed. */
  readonly code: UserValues;
}

/** What becomes of new addresses: with autoconfirm they count at once, as at sign-up; else they wait. */
function addressValues(auth: Auth, { email, phone }: Changes): UserValues {
  const now = new Date();
  const atOnce = { is_anonymous: false };
  return {
    ...(email !== undefined && !auth.autoconfirm && { email_change: email }),
    ...(phone !== undefined && !auth.phoneAutoconfirm && { phone_change: phone }),
    ...(email !== undefined &&
      auth.autoconfirm && { ...atOnce, email, email_confirmed_at: now, email_change: '' }),
    ...(phone !== undefined &&
      auth.phoneAutoconfirm && { ...atOnce, phone, phone_confirmed_at: now, phone_change: '' }),
  };
}

/** Gives the user the identities of addresses that count at once. True if there are any. */
async function saveAddresses(auth: Auth, transaction: Queryable, user: UserRow, { email, phone }: Changes) {
  const added: string[] = [];
  const address = { userId: user.id, metadata: {} };
  if (email !== undefined && auth.autoconfirm) {
    const data = { email, email_verified: false };
    await saveIdentity(transaction, { ...address, provider: 'email', data });
    added.push('email');
  }
  if (phone !== undefined && auth.phoneAutoconfirm) {
    const data = { phone, phone_verified: false };
    await saveIdentity(transaction, { ...address, provider: 'phone', data });
    added.push('phone');
  }
  if (added.length > 0) await updateProviders(transaction, user.id);
  return added.length > 0;
}

type MailRequest = LinkRequest & Pick<MailMessage, 'language'>;

/**
 * Writes the changes, and the mails that ask for a new address to be confirmed. Other sessions end with a new
 * password: one of them may be why it was changed.
 */
async function apply(auth: Auth, { user, session }: SignedIn, changes: Changes, request: MailRequest) {
  const { hash, email, data, code } = changes;
  return auth.db.transaction(async (transaction) => {
    const current = await lockUser(transaction, user.id);
    if (!current) throw new AuthError('user_not_found', { status: 403 });
    await updateUser(transaction, user.id, {
      ...(hash !== undefined && { ...withoutOneTimeTokens, encrypted_password: hash }),
      ...addressValues(auth, changes),
      ...code,
      raw_user_meta_data: changeUserMetadata(current.raw_user_meta_data, data),
    });
    const replaced = await saveAddresses(auth, transaction, user, changes);
    const changed = (await findUser(transaction, user.id))!;
    const waits = email !== undefined && !auth.autoconfirm;
    const mails = waits ? await writeEmailChange(auth, transaction, changed, request) : [];
    const which = session ? { except: session.id } : 'all';
    const ends = hash !== undefined || replaced;
    const ended = ends ? await endSessions(transaction, user.id, which) : [];
    return { user: (await findUser(transaction, user.id))!, ended, mails };
  });
}

/**
 * A change by which somebody else could take the account over needs proof: a new password; a number that signs in; an
 * address that the present mailbox is not asked about.
 */
function needsProof(auth: Auth, { password, email, phone }: Asked): boolean {
  const unasked = auth.autoconfirm || !auth.settings.email.double_confirm_changes;
  return password !== undefined || phone !== undefined || (email !== undefined && unasked);
}

/**
 * In upstream's order: the form of the addresses, then the password.
 * @throws AuthError validation_failed, weak_password
 */
function checkForm(auth: Auth, body: Body): void {
  if (body.email !== '') normalizeEmail(body.email);
  if (body.phone !== '') {
    normalizePhone(body.phone);
    readChannel(auth, body.channel);
  }
  if (body.password !== '') checkPassword(body.password, auth.settings, auth.config.page.brandName);
}

/** What the body asks for, checked. Throws AuthError as wire §4. */
async function readChanges(auth: Auth, signedIn: SignedIn, body: Body): Promise<Asked> {
  if (body.app_metadata != null) throw new AuthError('not_admin');
  checkManaged(signedIn, body);
  const isSensitive = body.email !== '' || body.phone !== '' || body.password !== '';
  if (isSensitive && lacksSecondFactor(signedIn))
    throw new AuthError('insufficient_aal', {
      status: 401,
      message: 'AAL2 session is required to update email or password when MFA is enabled.',
    });
  const { user } = signedIn;
  if (user.is_anonymous && body.password !== '' && body.email === '' && body.phone === '')
    throw invalid('Updating password of an anonymous user without an email or phone is not allowed', 422);
  checkForm(auth, body);
  return {
    password: body.password || undefined,
    email: await newEmail(auth, signedIn, body),
    phone: await newPhone(auth, signedIn, body),
    data: body.data,
  };
}

interface Delivery {
  readonly channel: string;
  readonly language: Language;
}

/** A new number that has to be confirmed is saved only if its code goes out. */
async function sendCode(
  auth: Auth,
  { user }: SignedIn,
  phone: string | undefined,
  delivery: Delivery,
): Promise<UserValues> {
  if (phone === undefined || auth.phoneAutoconfirm) return {};
  const channel = readChannel(auth, delivery.channel);
  return sendPhoneChangeCode(auth, user, { to: phone, channel, language: delivery.language });
}

/** Says what was changed; a new address that waits for its confirmation was asked for only. */
function recordChanges(auth: Auth, c: HttpContext, user: UserRow, changes: Changes): void {
  const { hash, email, phone, data } = changes;
  if (hash !== undefined) recordOwn(auth, c, 'user_updated_password', user);
  const asked = auth.autoconfirm ? 'email' : 'email asked for';
  const askedPhone = auth.phoneAutoconfirm ? 'phone' : 'phone asked for';
  const changed = [
    ...(email === undefined ? [] : [asked]),
    ...(phone === undefined ? [] : [askedPhone]),
    ...(Object.keys(data ?? {}).length > 0 ? ['data'] : []),
  ];
  if (changed.length === 0) return;
  recordOwn(auth, c, 'user_modified', user, {
    changed: changed.join(', '),
    ...(email !== undefined && { new_email: email }),
    ...(phone !== undefined && { new_phone: phone }),
  });
}

/**
 * PUT /user: changes the caller's own account; the answer is the User. A new password ends every other session. New
 * addresses wait until they are confirmed.
 * @throws AuthError as wire §4
 */
export async function updateOwnUser(auth: Auth, c: HttpContext): Promise<Response> {
  const visitor = requestVisitor(auth, c);
  await auth.limits.account(visitor);
  const signedIn = await requireUser(auth, c);
  const body = await readJson(c.req.raw, bodySchema);
  const asked = await readChanges(auth, signedIn, body);
  if (needsProof(auth, asked)) {
    const proof = { currentPassword: body.current_password, nonce: body.nonce, visitor };
    await requireProof(auth, signedIn, proof);
  }
  const language = messageLanguage(auth, c, signedIn.user.raw_user_meta_data);
  const request = { ...linkRequest(auth, c, body), language };
  if (asked.email !== undefined && !auth.autoconfirm) await auth.messageLimits.check('email', visitor);
  if (asked.phone !== undefined && !auth.phoneAutoconfirm) await auth.messageLimits.check('sms', visitor);
  const hash = await newHash(auth, signedIn, body.password);
  const code = await sendCode(auth, signedIn, asked.phone, { channel: body.channel, language });
  const changes = { ...asked, hash, code };
  const { user, ended, mails } = await apply(auth, signedIn, changes, request);
  for (const id of ended) auth.tokens.forgetSession(id);
  for (const mail of mails) postMail(auth, async () => written(mail, mail.kind === 'email_change_new'));
  recordChanges(auth, c, signedIn.user, changes);
  if (changes.hash !== undefined) notifyPasswordChange(auth, c, user);
  const former = signedIn.user.email;
  if (former && user.email !== former) notifyEmailChange(auth, c, user, former);
  return c.json(userView(user));
}
