import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { createAccount } from './account-create.ts';
import { normalizePhone } from './addresses.ts';
import { metadata, readJson, text } from './body.ts';
import { AuthError, invalid } from './errors.ts';
import { sendMagicLink } from './magic-link.ts';
import { messageLanguage } from './message-language.ts';
import { changeUserMetadata } from './metadata.ts';
import { recordOwn } from './recording.ts';
import { requestVisitor, type Auth } from './services.ts';
import { readChannel, sendSmsCode } from './sms-codes.ts';
import { findUserByPhone, type UserRow } from './users.ts';

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

/** The account of a number; a new one if there is none. Throws AuthError otp_disabled. */
async function accountOf(auth: Auth, phone: string, body: Body): Promise<UserRow> {
  return auth.db.transaction(async (transaction) => {
    const known = await findUserByPhone(transaction, phone);
    if (known) return known;
    if (!body.create_user || !auth.settings.enable_signup) throw new AuthError('otp_disabled');
    const data = changeUserMetadata({}, body.data);
    const account = { provider: 'phone', address: phone, hash: null, data } as const;
    return createAccount(transaction, { ...account, confirmed: false });
  });
}

async function sendCode(auth: Auth, c: HttpContext, body: Body): Promise<Response> {
  const to = normalizePhone(body.phone);
  if (!auth.settings.sms.enable_signup)
    throw new AuthError('phone_provider_disabled', { message: 'Unsupported phone provider' });
  const channel = readChannel(auth, body.channel);
  const user = await accountOf(auth, to, body);
  const language = messageLanguage(auth, c, user.raw_user_meta_data);
  const id = await sendSmsCode(auth, user, { kind: 'confirmation', to, channel, language });
  recordOwn(auth, c, 'user_confirmation_requested', user, { channel });
  return c.json(id === undefined ? {} : { message_id: id });
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
