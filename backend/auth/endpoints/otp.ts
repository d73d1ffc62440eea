import * as v from 'valibot';
import type { SmsChannel } from '../../messages/sms/provider.ts';
import { json, type Reply } from '../../http/reply.ts';
import { normalizePhone } from '../store/addresses.ts';
import { changeUserMetadata } from '../domain/accounts/metadata.ts';
import { insertAccount, orUndo } from '../domain/accounts/new-account.ts';
import { findUserBy, type Metadata, type AuthUser } from '../store/users.ts';
import { metadata, readJson, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import { pkceKeys } from '../domain/flows/pkce.ts';
import { recordOwn, type Recorder } from '../domain/recording/recording.ts';
import type { AuthRequest } from '../request.ts';
import type { Auth } from '../context.ts';
import { sendSignInMail } from '../domain/links-and-codes/sign-in-mail.ts';
import { readChannel, sendSmsCode } from '../domain/links-and-codes/sms-codes.ts';
import type { CodeSender } from '../domain/links-and-codes/sms-codes.ts';

const bodySchema = v.object({
  email: text,
  phone: text,
  create_user: v.nullish(v.boolean(), true),
  data: metadata,
  channel: text,
  ...pkceKeys,
});
type Body = v.InferOutput<typeof bodySchema>;

/**
 * POST /otp: sends a one-time code to a telephone, or by mail together with a link.
 * @throws AuthError of `sendSignInMail` and `sendSmsCode`; phone_provider_disabled, over_request_rate_limit
 */
export async function otp(request: AuthRequest): Promise<Reply> {
  await request.limits.account(request.network);
  const body = await readJson(request, bodySchema);
  if (body.email === '' && body.phone === '') throw invalid('One of email or phone must be set');
  if (body.email !== '' && body.phone !== '')
    throw invalid('Only an email address or phone number should be provided');
  if (body.phone !== '') return sendToPhone(request, body);
  await sendSignInMail(request, body, body.create_user);
  return json({});
}

/**
 * Sends a code to a telephone. If no account may be created, it sends in the background to an existing one: neither the
 * response nor its time reveals whether there is one.
 */
async function sendToPhone(
  request: CodeSender & Recorder & Pick<AuthRequest, 'mail' | 'network'>,
  body: Body,
): Promise<Reply> {
  const to = normalizePhone(body.phone);
  if (!request.settings.sms.enable_signup)
    throw new AuthError('phone_provider_disabled', { message: 'Unsupported phone provider' });
  const channel = readChannel(request, body.channel);
  const data = changeUserMetadata({}, body.data);
  await request.messageLimits.check('sms', request.network);
  if (body.create_user && request.settings.enable_signup) {
    const { user, isNew } = await accountOf(request, to, data);
    const send = () => sendTo(request, user, channel);
    const id = await (isNew ? orUndo(request, user, send) : send());
    return json(id === undefined ? {} : { message_id: id });
  }
  await request.messageLimits.request('sms', 'otp', to);
  request.mail.post(async () => {
    const user = await findUserBy(request.db, 'phone', to);
    if (user) await sendTo(request, user, channel);
    return undefined;
  });
  return json({});
}

async function sendTo(request: CodeSender & Recorder, user: AuthUser, channel: SmsChannel) {
  const message = { token: 'confirmation_token', to: user.phone ?? '', channel } as const;
  const id = await sendSmsCode(request, user, message);
  recordOwn(request, 'user_confirmation_requested', user, { channel });
  return id;
}

/** The account of a number; a new, provisional one if it has none. */
async function accountOf(auth: Pick<Auth, 'db'>, phone: string, data: Metadata) {
  return auth.db.transaction(async (transaction): Promise<{ user: AuthUser; isNew: boolean }> => {
    const known = await findUserBy(transaction, 'phone', phone);
    if (known) return { user: known, isNew: false };
    const account = { provider: 'phone', address: phone, data, provisional: true } as const;
    return { user: await insertAccount(transaction, account), isNew: true };
  });
}
