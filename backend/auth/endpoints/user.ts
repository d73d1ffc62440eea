import * as v from 'valibot';
import type { Queryable } from '../../db/database.ts';
import { json, type Reply } from '../../http/reply.ts';
import { metadata, readJson, text } from '../body.ts';
import { requireUser, type SignedIn } from '../domain/callers/caller.ts';
import { AuthError, invalid } from '../errors.ts';
import { lacksSecondFactor } from '../domain/callers/owner.ts';
import { pkceKeys } from '../domain/flows/pkce.ts';
import {
  linkRequest,
  postMail,
  writeEmailChange,
  written,
  type LinkRequest,
  type LinkWriter,
} from '../domain/links-and-codes/mailed-links.ts';
import { readChannel, sendPhoneChangeCode } from '../domain/links-and-codes/sms-codes.ts';
import { proveDevice, requireProof } from '../domain/callers/owner-proof.ts';
import { checkPassword } from '../domain/passwords/policy.ts';
import { recordOwn, type Recorder } from '../domain/recording/recording.ts';
import type { AuthRequest } from '../request.ts';
import { endSessions } from '../store/sessions.ts';
import { normalizeEmail, normalizePhone } from '../store/addresses.ts';
import { saveIdentity, updateProviders } from '../store/identities.ts';
import { changeUserMetadata } from '../domain/accounts/metadata.ts';
import { readNewAddress, type AddressChange } from '../domain/accounts/new-address.ts';
import { notify } from '../domain/accounts/notices.ts';
import {
  findUser,
  isSsoUser,
  lockUser,
  updateUserRow,
  withoutOneTimeTokens,
  type AuthUser,
  type AuthUserValues,
} from '../store/users.ts';
import { userView } from '../domain/accounts/views.ts';
import type { Auth } from '../context.ts';

const bodySchema = v.object({
  email: text,
  phone: text,
  password: text,
  current_password: text,
  nonce: text,
  data: metadata,
  app_metadata: v.nullish(v.unknown()),
  channel: text,
  ...pkceKeys,
});
type Body = v.InferOutput<typeof bodySchema>;

/** The requested changes; undefined parts stay as they are. */
interface Changes {
  readonly password: AuthUserValues | undefined;
  readonly email: AddressChange | undefined;
  readonly phone: AddressChange | undefined;
  readonly data: Body['data'];
}

/** GET /user: the user of the access token. @throws AuthError of `requireUser` */
export async function getOwnUser(request: AuthRequest): Promise<Reply> {
  return json(userView((await requireUser(request)).user));
}

/**
 * PUT /user: changes the caller's own account. New addresses wait until they are confirmed.
 * @throws AuthError of `checkBody`, `readNewAddress`, `hashNewPassword`, `requireProof`
 */
export async function updateOwnUser(request: AuthRequest): Promise<Reply> {
  const { limits, messageLimits, network, tokens } = request;
  await limits.account(network);
  const signedIn = await requireUser(request);
  const body = await readJson(request, bodySchema);
  await checkBody(request, signedIn, body);
  const email = await readNewAddress(request, signedIn.user, 'email', body.email);
  const newPhone = await readNewAddress(request, signedIn.user, 'phone', body.phone);
  if (needsProof(request, signedIn.user, body.password, { email, phone: newPhone }))
    await requireProof(request, signedIn, body);
  else await proveDevice(request, signedIn, body);
  const link = linkRequest(request, body);
  if (email && !email.atOnce) await messageLimits.check('email', network);
  if (newPhone && !newPhone.atOnce) await messageLimits.check('sms', network);
  const password = await hashNewPassword(request, signedIn.user, body.password);
  const waits = newPhone && !newPhone.atOnce;
  const message = waits && { to: newPhone.address, channel: readChannel(request, body.channel) };
  // Nothing is changed unless the code goes out.
  const code = message && (await sendPhoneChangeCode(request, signedIn.user, message));
  const phone = newPhone && { ...newPhone, values: { ...newPhone.values, ...code } };
  const changes = { password, email, phone, data: body.data };
  const { user, ended, mails } = await apply(request, signedIn, changes, link);
  for (const id of ended) tokens.forgetSession(id);
  for (const mail of mails) postMail(request, async () => written(mail, mail.kind === 'email_change_new'));
  recordChanges(request, signedIn.user, changes);
  if (password) notify(request, user, 'password_changed');
  const former = signedIn.user.email;
  if (former && user.email !== former) notify(request, user, 'email_changed', former);
  return json(userView(user));
}

/** Records the changes. An address that waits for confirmation counts as requested only. */
function recordChanges(request: Recorder, user: AuthUser, changes: Changes): void {
  const { password, email, phone, data } = changes;
  if (password) recordOwn(request, 'user_updated_password', user);
  const changed = [email, phone].flatMap((change) =>
    change ? (change.atOnce ? change.provider : `${change.provider} asked for`) : [],
  );
  if (Object.keys(data).length > 0) changed.push('data');
  if (changed.length === 0) return;
  recordOwn(request, 'user_modified', user, {
    changed: changed.join(', '),
    ...(email && { new_email: email.address }),
    ...(phone && { new_phone: phone.address }),
  });
}

/**
 * Writes the changes, and the mails that ask to confirm a new address. A new password ends the other sessions: one of
 * them may be the reason for the change.
 */
async function apply(
  request: LinkWriter & Pick<Auth, 'db'>,
  { user, session }: SignedIn,
  changes: Changes,
  link: LinkRequest,
) {
  const { password, email, phone, data } = changes;
  return request.db.transaction(async (transaction) => {
    const current = await lockUser(transaction, user.id);
    if (!current) throw new AuthError('user_not_found', { status: 403 });
    await updateUserRow(transaction, user.id, {
      ...password,
      ...email?.values,
      ...phone?.values,
      raw_user_meta_data: changeUserMetadata(current.raw_user_meta_data, data),
    });
    const replaced = await saveIdentities(transaction, user.id, changes);
    const changed = (await findUser(transaction, user.id))!;
    const waits = email !== undefined && !email.atOnce;
    const mails = waits ? await writeEmailChange(request, transaction, changed, link) : [];
    const which = session && { except: session.id };
    const ended = password || replaced ? await endSessions(transaction, user.id, which) : [];
    return { user: (await findUser(transaction, user.id))!, ended, mails };
  });
}

/** Adds the identities of addresses that count at once. @returns whether there are any */
async function saveIdentities(transaction: Queryable, userId: string, { email, phone }: Changes) {
  const added = [email, phone].flatMap((change) => (change?.atOnce ? [change] : []));
  for (const change of added)
    await saveIdentity(transaction, userId, change, { [`${change.provider}_verified`]: false });
  if (added.length > 0) await updateProviders(transaction, userId);
  return added.length > 0;
}

/** The columns of a new password; undefined when none is requested. @throws AuthError same_password */
async function hashNewPassword(
  { passwords }: Pick<AuthRequest, 'passwords'>,
  { encrypted_password: stored }: AuthUser,
  password: string,
): Promise<AuthUserValues | undefined> {
  if (password === '') return undefined;
  if (stored !== null && (await passwords.verify(password, stored))) throw new AuthError('same_password');
  return { ...withoutOneTimeTokens, encrypted_password: await passwords.hash(password) };
}

/**
 * Changes that could hand the account to somebody else need proof: a new password, a number that signs in, and an
 * address when the present mailbox is not asked to confirm.
 */
function needsProof(
  { autoconfirm, settings }: Pick<Auth, 'autoconfirm' | 'settings'>,
  user: AuthUser,
  password: string,
  { email, phone }: Pick<Changes, 'email' | 'phone'>,
): boolean {
  const isAsked = !autoconfirm.email && settings.email.double_confirm_changes && user.email !== null;
  return password !== '' || phone !== undefined || (email !== undefined && !isAsked);
}

/**
 * Checks the body in upstream's order: rights, then the form of the addresses, then the password.
 * @throws AuthError not_admin, user_sso_managed, insufficient_aal, validation_failed, weak_password
 */
async function checkBody(
  request: Pick<Auth, 'commonWords' | 'settings' | 'sms'>,
  signedIn: SignedIn,
  body: Body,
): Promise<void> {
  const { user } = signedIn;
  if (body.app_metadata != null) throw new AuthError('not_admin');
  const isSensitive = body.email !== '' || body.phone !== '' || body.password !== '';
  if (isSensitive && isSsoUser(user)) throw new AuthError('user_sso_managed');
  if (isSensitive && lacksSecondFactor(signedIn))
    throw new AuthError('insufficient_aal', {
      status: 401,
      message: 'AAL2 session is required to update email or password when MFA is enabled.',
    });
  if (user.is_anonymous && body.password !== '' && body.email === '' && body.phone === '')
    throw invalid('Updating password of an anonymous user without an email or phone is not allowed', 422);
  if (body.email !== '') normalizeEmail(body.email);
  if (body.phone !== '') {
    normalizePhone(body.phone);
    readChannel(request, body.channel);
  }
  if (body.password !== '') checkPassword(body.password, request.settings, await request.commonWords());
}
