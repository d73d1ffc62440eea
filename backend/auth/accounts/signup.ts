import type { Context as HttpContext } from 'hono';
import pg from 'pg';
import * as v from 'valibot';
import type { MailMessage } from '../../messages/mail/letter.ts';
import { createAccount, deleteProvisionalAccount, orUndo, type NewAccount } from './new-account.ts';
import { normalizeEmail, normalizePhone } from './addresses.ts';
import { metadata, readJson, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import { linkRequest } from '../links-and-codes/sign-in-mail.ts';
import { postMail, writeLinkMail, written, type LinkRequest } from '../links-and-codes/mailed-links.ts';
import { messageLanguage } from '../language.ts';
import { changeUserMetadata } from './metadata.ts';
import { checkPassword } from '../passwords/policy.ts';
import { readChallenge } from '../flows/pkce.ts';
import { record, recordLogin, recordOwn } from '../recording.ts';
import { nobody } from '../../audit/events.ts';
import { requestClient, requestVisitor, type Auth } from '../services.ts';
import { sessionResponse, startSession } from '../sessions/start.ts';
import { signInAnonymously } from './anonymous.ts';
import { readChannel, sendSmsCode } from '../links-and-codes/sms-codes.ts';
import { findUser, findUserByEmail, findUserByPhone, type UserRow } from './users.ts';
import { obfuscatedUserView, userView, type Session } from './views.ts';

const bodySchema = v.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
});
type Body = v.InferOutput<typeof bodySchema>;

type Address = Pick<NewAccount, 'provider' | 'address'>;

/** In the wire's order: the password, the address. Gives the address as it is stored. */
function checkRequest(auth: Auth, body: Body): Address {
  const { settings, config } = auth;
  if (body.password === '') throw invalid('Signup requires a valid password');
  checkPassword(body.password, settings, config.page.brandName);
  if (body.email !== '' && body.phone !== '')
    throw invalid('Only an email address or phone number should be provided on signup.');
  const challenge = readChallenge(body.code_challenge, body.code_challenge_method);
  if (body.phone !== '') {
    if (!settings.sms.enable_signup) throw new AuthError('phone_provider_disabled');
    if (challenge) throw invalid('PKCE not supported for phone signups');
    readChannel(auth, body.channel);
    return { provider: 'phone', address: normalizePhone(body.phone) };
  }
  if (!settings.email.enable_signup) throw new AuthError('email_provider_disabled');
  return { provider: 'email', address: normalizeEmail(body.email) };
}

function isAutoconfirmed(auth: Auth, provider: NewAccount['provider']): boolean {
  return provider === 'email' ? auth.autoconfirm : auth.phoneAutoconfirm;
}

interface Registered {
  readonly user: UserRow;
  readonly session?: Session;
  readonly mail?: MailMessage;
}

/**
 * Creates the account, with its first session, or else with the mail that asks to confirm the address. Undefined when
 * the address has an account already.
 */
async function register(auth: Auth, c: HttpContext, account: NewAccount, link: LinkRequest) {
  const client = requestClient(auth, c);
  try {
    return await auth.db.transaction(async (transaction): Promise<Registered> => {
      await deleteProvisionalAccount(transaction, account);
      const user = await createAccount(transaction, account);
      const { provider } = account;
      if (account.confirmed) {
        const signIn = { user, method: 'password', provider, client };
        return { user, session: await startSession(auth, transaction, signIn) };
      }
      if (provider === 'phone') return { user };
      const language = messageLanguage(auth, c, user.raw_user_meta_data);
      const request = { ...link, language };
      const mail = await writeLinkMail(auth, transaction, user, 'confirmation', request);
      return { user: (await findUser(transaction, user.id))!, mail };
    });
  } catch (error) {
    const taken = error instanceof pg.DatabaseError && error.constraint;
    if (taken === 'users_email_partial_key' || taken === 'users_phone_key') return undefined;
    throw error;
  }
}

/** The confirmation once more, unless it was sent just now. */
async function confirmAgain(auth: Auth, c: HttpContext, user: UserRow, { link, address, body }: Again) {
  const language = messageLanguage(auth, c, user.raw_user_meta_data);
  const { provider } = address;
  if (auth.messageLimits.isTooSoon(provider === 'email' ? 'email' : 'sms', user.confirmation_sent_at)) return;
  if (provider === 'phone') return sendConfirmation(auth, c, user, body);
  const write = () =>
    auth.db.transaction((transaction) =>
      writeLinkMail(auth, transaction, user, 'confirmation', { ...link, language }),
    );
  postMail(auth, async () => ({ recipient: { address: address.address, isStranger: true }, write }));
}

interface Again {
  readonly link: LinkRequest;
  readonly address: Address;
  readonly body: Body;
}

async function sendConfirmation(auth: Auth, c: HttpContext, user: UserRow, body: Body): Promise<void> {
  const language = messageLanguage(auth, c, user.raw_user_meta_data);
  const channel = readChannel(auth, body.channel);
  await sendSmsCode(auth, user, { kind: 'confirmation', to: user.phone ?? '', channel, language });
}

/** With autoconfirm it is told that the address is taken; else a stranger must not learn who has an account (§2.3). */
async function existingAccount(auth: Auth, c: HttpContext, again: Again): Promise<Response> {
  const { provider, address } = again.address;
  record(auth, c, 'user_repeated_signup', { ...nobody, username: address }, { target: '', provider });
  if (isAutoconfirmed(auth, provider)) throw new AuthError('user_already_exists');
  const find = provider === 'email' ? findUserByEmail : findUserByPhone;
  const user = await find(auth.db, address);
  const confirmedAt = provider === 'email' ? user?.email_confirmed_at : user?.phone_confirmed_at;
  if (!user || confirmedAt)
    return c.json(obfuscatedUserView(again.address, changeUserMetadata({}, again.body.data)));
  await confirmAgain(auth, c, user, again);
  const view = userView((await find(auth.db, address)) ?? user);
  return c.json(user.invited_at ? { ...view, user_metadata: {}, identities: [] } : view);
}

/**
 * POST /signup: a Session when addresses are confirmed at once, else the bare User.
 * @throws AuthError as wire §4
 */
export async function signup(auth: Auth, c: HttpContext): Promise<Response> {
  const visitor = requestVisitor(auth, c);
  await auth.limits.account(visitor);
  const body = await readJson(c.req.raw, bodySchema);
  if (!auth.settings.enable_signup) throw new AuthError('signup_disabled');
  const data = changeUserMetadata({}, body.data);
  if (body.email === '' && body.phone === '') return signInAnonymously(auth, c, data);
  const address = checkRequest(auth, body);
  const confirmed = isAutoconfirmed(auth, address.provider);
  const medium = address.provider === 'email' ? 'email' : 'sms';
  if (!confirmed) await auth.messageLimits.check(medium, visitor, true);
  const link = linkRequest(auth, c, body);
  // Before it is known whether the address is new: the time must not tell.
  const hash = await auth.passwords.hash(body.password);
  const registered = await register(auth, c, { ...address, hash, data, confirmed }, link);
  if (!registered) return existingAccount(auth, c, { link, address, body });
  const { session, mail, user } = registered;
  const { provider } = address;
  recordOwn(auth, c, session ? 'user_signedup' : 'user_confirmation_requested', user, { provider });
  if (session) {
    recordLogin(auth, c, user, 'password', provider);
    return sessionResponse(c, session);
  }
  if (mail) postMail(auth, async () => written(mail, true));
  if (address.provider === 'email') return c.json(userView(user));
  await orUndo(auth, user, () => sendConfirmation(auth, c, user, body));
  return c.json(userView((await findUser(auth.db, user.id)) ?? user));
}
