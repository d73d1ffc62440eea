import type { Context as HttpContext } from 'hono';
import { createAccount } from './account-create.ts';
import { normalizeEmail } from './addresses.ts';
import { AuthError } from './errors.ts';
import { postMail, writeLinkMail, type LinkRequest } from './mailed-links.ts';
import { messageLanguage } from './message-language.ts';
import { changeUserMetadata } from './metadata.ts';
import { readChallenge } from './pkce.ts';
import { recordOwn } from './recording.ts';
import { requestedRedirect } from './redirects.ts';
import type { Auth } from './services.ts';
import { findUserByEmail, type Metadata } from './users.ts';

export interface MagicLinkRequest {
  readonly email: string;
  readonly createUser: boolean;
  readonly data: Metadata;
  readonly code_challenge: string;
  readonly code_challenge_method: string;
}

/** What a request for a mailed link says about where it leads. Throws AuthError validation_failed. */
export function linkRequest(
  auth: Auth,
  c: HttpContext,
  body: { readonly code_challenge: string; readonly code_challenge_method: string },
): LinkRequest {
  const challenge = readChallenge(body.code_challenge, body.code_challenge_method);
  return { redirectTo: requestedRedirect(auth, c), challenge };
}

/**
 * Mails a link and code to sign in with. Who has no account yet gets one, with the letter that confirms the address,
 * or, where addresses are confirmed at once, with a link to sign in. The answer is the same either way.
 * @throws AuthError validation_failed, otp_disabled, email_provider_disabled, over_email_send_rate_limit
 */
export async function sendMagicLink(auth: Auth, c: HttpContext, request: MagicLinkRequest): Promise<void> {
  const { settings } = auth;
  if (!settings.email.enable_signup)
    throw new AuthError('email_provider_disabled', { status: 422, message: 'Email logins are disabled' });
  const email = normalizeEmail(request.email);
  const link = linkRequest(auth, c, request);
  await auth.messageLimits.check('email');
  auth.messageLimits.request('email', 'recovery', email);
  const written = await auth.db.transaction(async (transaction) => {
    const known = await findUserByEmail(transaction, email);
    if (!known && (!request.createUser || !settings.enable_signup)) throw new AuthError('otp_disabled');
    const data = changeUserMetadata({}, request.data);
    const confirmed = auth.autoconfirm;
    const user =
      known ??
      (await createAccount(transaction, { provider: 'email', address: email, hash: null, data, confirmed }));
    // A password that was chosen before the address was confirmed may be a stranger's: the link to sign in drops it.
    const signsIn = user.email_confirmed_at !== null || user.encrypted_password !== null;
    const kind = signsIn ? 'magic_link' : 'confirmation';
    const sentAt = kind === 'magic_link' ? user.recovery_sent_at : user.confirmation_sent_at;
    if (auth.messageLimits.isTooSoon('email', sentAt)) return undefined;
    const language = messageLanguage(auth, c, user.raw_user_meta_data);
    return {
      user,
      mail: await writeLinkMail(auth, transaction, user, kind, { ...link, language }),
      isNew: !known,
    };
  });
  if (!written) return;
  const action = written.isNew ? 'user_confirmation_requested' : 'user_recovery_requested';
  recordOwn(auth, c, action, written.user, { method: 'magiclink' });
  postMail(auth, async () => written.mail);
}
