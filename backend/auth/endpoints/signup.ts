import pg from 'pg';
import * as v from 'valibot';
import { nobody } from '../../identity/actor.ts';
import type { MailMessage } from '../../messages/mail/template.ts';
import { json, type Reply } from '../../service/endpoint.ts';
import { metadata, readJson, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import { pkceKeys, readChallenge } from '../domain/flows/pkce.ts';
import {
  linkRequest,
  postMail,
  writeLinkMail,
  written,
  type LinkRequest,
  type MailPoster,
  type LinkWriter,
} from '../domain/links-and-codes/mailed-links.ts';
import { readChannel, sendSmsCode, type CodeSender } from '../domain/links-and-codes/sms-codes.ts';
import { checkPassword } from '../domain/passwords/policy.ts';
import { record, recordLogin, recordOwn, type Recorder } from '../domain/recording/recording.ts';
import type { AuthRequest } from '../request.ts';
import type { Auth } from '../context.ts';
import { sessionResponse, startSession, type SessionStarter } from '../domain/sessions/start.ts';
import { normalizeEmail, normalizePhone, type Address } from '../store/addresses.ts';
import { changeUserMetadata } from '../domain/accounts/metadata.ts';
import {
  insertAccount,
  deleteProvisionalAccount,
  orUndo,
  type AccountValues,
} from '../domain/accounts/new-account.ts';
import { findUser, findUserBy, insertUser, type AuthUser, type Metadata } from '../store/users.ts';
import { obfuscatedUserView, userView, type IssuedSession } from '../domain/accounts/views.ts';

const bodySchema = v.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  channel: text,
  ...pkceKeys,
});
type Body = v.InferOutput<typeof bodySchema>;

interface Registered {
  readonly user: AuthUser;
  readonly session?: IssuedSession;
  readonly mail?: MailMessage;
}

interface Repeated {
  readonly link: LinkRequest;
  readonly address: Address;
  readonly body: Body;
}

/**
 * POST /signup: a Session with autoconfirm, else the User. Without an address it signs in anonymously.
 * @throws AuthError signup_disabled, email_provider_disabled, phone_provider_disabled, user_already_exists,
 *   weak_password, validation_failed; over_request_rate_limit and the limits of messages
 */
export async function signup(request: AuthRequest): Promise<Reply> {
  const { settings, network } = request;
  await request.limits.account(network);
  const body = await readJson(request, bodySchema);
  if (!settings.enable_signup) throw new AuthError('signup_disabled');
  const data = changeUserMetadata({}, body.data);
  if (body.email === '' && body.phone === '') return signInAnonymously(request, data);
  const address = await readAddress(request, body);
  const { provider } = address;
  const confirmed = request.autoconfirm[provider];
  const medium = provider === 'email' ? 'email' : 'sms';
  if (!confirmed) await request.messageLimits.check(medium, network, true);
  const link = linkRequest(request, body);
  // Hash before looking up the address: the time must not reveal whether it has an account.
  const hash = await request.passwords.hash(body.password);
  const registered = await register(request, { ...address, hash, data, confirmed }, link);
  if (!registered) return json(await existingAccount(request, { link, address, body }));
  const { session, mail, user } = registered;
  recordOwn(request, session ? 'user_signedup' : 'user_confirmation_requested', user, { provider });
  if (session) {
    recordLogin(request, user, 'password', provider);
    return sessionResponse(session);
  }
  if (mail) postMail(request, async () => written(mail, true));
  if (provider === 'email') return json(userView(user));
  await orUndo(request, user, () => textCode(request, user, body));
  return json(userView((await findUser(request.db, user.id)) ?? user));
}

/**
 * A sign-up without an address: only its session gives access to the account.
 * @throws AuthError anonymous_provider_disabled, over_request_rate_limit
 */
async function signInAnonymously(
  request: Recorder & SessionStarter & Pick<Auth, 'db' | 'limits'>,
  data: Metadata,
): Promise<Reply> {
  if (!request.settings.enable_anonymous_sign_ins) throw new AuthError('anonymous_provider_disabled');
  await request.limits.anonymous(request.network);
  const session = await request.db.transaction(async (transaction) => {
    const id = await insertUser(transaction, { raw_user_meta_data: data, is_anonymous: true });
    const user = (await findUser(transaction, id))!;
    const signIn = { user, method: 'anonymous', provider: 'anonymous' };
    return startSession(request, transaction, signIn);
  });
  recordOwn(request, 'user_signedup', session.user, { provider: 'anonymous' });
  recordLogin(request, session.user, 'anonymous', 'anonymous');
  return sessionResponse(session);
}

/**
 * Responds to a sign-up with an address that has an account. Autoconfirm reveals it with an error; otherwise the
 * response looks like that of a new account, so that strangers do not learn who has one.
 */
async function existingAccount(
  request: CodeSender & LinkWriter & MailPoster & Recorder & Pick<Auth, 'autoconfirm'>,
  repeated: Repeated,
): Promise<object> {
  const { provider, address } = repeated.address;
  record(request, 'user_repeated_signup', { ...nobody, username: address }, { target: '', provider });
  if (request.autoconfirm[provider]) throw new AuthError('user_already_exists');
  const user = await findUserBy(request.db, provider, address);
  if (!user || user[`${provider}_confirmed_at`])
    return obfuscatedUserView(repeated.address, changeUserMetadata({}, repeated.body.data));
  await confirmAgain(request, user, repeated);
  const view = userView((await findUser(request.db, user.id)) ?? user);
  return user.invited_at ? { ...view, user_metadata: {}, identities: [] } : view;
}

async function textCode(request: CodeSender, user: AuthUser, body: Body): Promise<void> {
  const channel = readChannel(request, body.channel);
  await sendSmsCode(request, user, { token: 'confirmation_token', to: user.phone ?? '', channel });
}

/** Sends the confirmation once more, unless its cooldown lasts. */
async function confirmAgain(
  request: CodeSender & LinkWriter & MailPoster,
  user: AuthUser,
  { link, address, body }: Repeated,
) {
  const medium = address.provider === 'email' ? 'email' : 'sms';
  if (request.messageLimits.isTooSoon(medium, user.confirmation_sent_at)) return;
  if (medium === 'sms') return textCode(request, user, body);
  const write = () =>
    request.db.transaction((transaction) => writeLinkMail(request, transaction, user, 'confirmation', link));
  postMail(request, async () => ({ recipient: { address: address.address, isStranger: true }, write }));
}

/**
 * Creates the account with its first session, or with the mail that asks to confirm the address.
 * @returns undefined when the address has an account already
 */
async function register(
  request: LinkWriter & SessionStarter & Pick<Auth, 'db'>,
  account: AccountValues,
  link: LinkRequest,
) {
  try {
    return await request.db.transaction(async (transaction): Promise<Registered> => {
      await deleteProvisionalAccount(transaction, account);
      const user = await insertAccount(transaction, account);
      const { provider } = account;
      if (account.confirmed) {
        const signIn = { user, method: 'password', provider };
        return { user, session: await startSession(request, transaction, signIn) };
      }
      if (provider === 'phone') return { user };
      const mail = await writeLinkMail(request, transaction, user, 'confirmation', link);
      return { user: (await findUser(transaction, user.id))!, mail };
    });
  } catch (error) {
    const taken = error instanceof pg.DatabaseError && error.constraint;
    if (taken === 'users_email_partial_key' || taken === 'users_phone_key') return undefined;
    throw error;
  }
}

/** Checks the password, then the address. @returns the address in its stored form */
async function readAddress(
  auth: Pick<Auth, 'commonWords' | 'settings' | 'sms'>,
  body: Body,
): Promise<Address> {
  const { settings, commonWords } = auth;
  if (body.password === '') throw invalid('Signup requires a valid password');
  checkPassword(body.password, settings, await commonWords());
  if (body.email !== '' && body.phone !== '')
    throw invalid('Only an email address or phone number should be provided on signup.');
  const challenge = readChallenge(body);
  if (body.phone !== '') {
    if (!settings.sms.enable_signup) throw new AuthError('phone_provider_disabled');
    if (challenge) throw invalid('PKCE not supported for phone signups');
    readChannel(auth, body.channel);
    return { provider: 'phone', address: normalizePhone(body.phone) };
  }
  if (!settings.email.enable_signup) throw new AuthError('email_provider_disabled');
  return { provider: 'email', address: normalizeEmail(body.email) };
}
