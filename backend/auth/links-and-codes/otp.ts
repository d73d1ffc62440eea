import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { createAccount, orUndo } from '../accounts/new-account.ts';
import { normalizePhone } from '../accounts/addresses.ts';
import { metadata, readJson, text } from '../body.ts';
import type { SmsChannel } from '../../messages/sms/provider.ts';
import { AuthError, invalid } from '../errors.ts';
import { sendMagicLink } from './sign-in-mail.ts';
import { messageLanguage } from '../language.ts';
import { changeUserMetadata } from '../accounts/metadata.ts';
import { recordOwn } from '../recording.ts';
import { requestVisitor, type Auth } from '../services.ts';
import { readChannel, sendSmsCode } from './sms-codes.ts';
import { findUserByPhone, type Metadata, type UserRow } from '../accounts/users.ts';

const bodySchema = v.object({
  email: text,
  phone: text,
  create_user: v.nullish(v.boolean(), true),
  data: metadata,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
});
type Body = v.InferOutput<typeof bodySchema>;

/** The account of a number; a new, provisional one if there is none. */
async function accountOf(auth: Auth, phone: string, data: Metadata) {
  return auth.db.transaction(async (transaction): Promise<{ user: UserRow; isNew: boolean }> => {
    const known = await findUserByPhone(transaction, phone);
    if (known) return { user: known, isNew: false };
    const account = { provider: 'phone', address: phone, hash: null, data, confirmed: false } as const;
    return { user: await createAccount(transaction, { ...account, provisional: true }), isNew: true };
  });
}

async function sendTo(auth: Auth, c: HttpContext, user: UserRow, channel: SmsChannel) {
  const language = messageLanguage(auth, c, user.raw_user_meta_data);
  const to = user.phone ?? '';
  const id = await sendSmsCode(auth, user, { kind: 'confirmation', to, channel, language });
  recordOwn(auth, c, 'user_confirmation_requested', user, { channel });
  return id;
}

/**
 * Sends a code to a telephone. If no account may be created, it sends in the background to an existing one: neither the
 * response nor its time reveals whether there is one.
 */
async function sendCode(auth: Auth, c: HttpContext, body: Body): Promise<Response> {
  const to = normalizePhone(body.phone);
  if (!auth.settings.sms.enable_signup)
    throw new AuthError('phone_provider_disabled', { message: 'Unsupported phone provider' });
  const channel = readChannel(auth, body.channel);
  const data = changeUserMetadata({}, body.data);
  await auth.messageLimits.check('sms', requestVisitor(auth, c));
  if (body.create_user && auth.settings.enable_signup) {
    const { user, isNew } = await accountOf(auth, to, data);
    const send = () => sendTo(auth, c, user, channel);
    const id = await (isNew ? orUndo(auth, user, send) : send());
    return c.json(id === undefined ? {} : { message_id: id });
  }
  auth.messageLimits.request('sms', 'otp', to);
  auth.mail.post(async () => {
    const user = await findUserByPhone(auth.db, to);
    if (user) await sendTo(auth, c, user, channel);
    return undefined;
  });
  return c.json({});
}

/**
 * POST /otp: sends a one-time code, by mail with a link, or to a telephone.
 * @throws AuthError as wire §5
 */
export async function otp(auth: Auth, c: HttpContext): Promise<Response> {
  await auth.limits.account(requestVisitor(auth, c));
  const body = await readJson(c.req.raw, bodySchema);
  if (body.email === '' && body.phone === '') throw invalid('One of email or phone must be set');
  if (body.email !== '' && body.phone !== '')
    throw invalid('Only an email address or phone number should be provided');
  if (body.phone !== '') return sendCode(auth, c, body);
  await sendMagicLink(auth, c, { ...body, createUser: body.create_user });
  return c.json({});
}
