import type { Context as HttpContext } from 'hono';
import type { MailMessage } from '../../messages/mail/letter.ts';
import { createAccount } from '../accounts/new-account.ts';
import { normalizeEmail } from '../accounts/addresses.ts';
import { AuthError } from '../errors.ts';
import { isStranger, postMail, writeLinkMail, type LinkRequest } from './mailed-links.ts';
import { messageLanguage } from '../language.ts';
import { changeUserMetadata } from '../accounts/metadata.ts';
import { readChallenge } from '../flows/pkce.ts';
import { recordOwn } from '../recording.ts';
import { requestedRedirect } from '../flows/redirects.ts';
import { requestVisitor, type Auth } from '../services.ts';
import { findUserByEmail, type Metadata, type UserRow } from '../accounts/users.ts';

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

/** The mail template for an account, which may not exist yet. */
function letterFor(auth: Auth, user: UserRow | undefined) {
  // A password that was chosen before the address was confirmed may be a stranger's: the sign-in link drops it.
  const signsIn =
    auth.autoconfirm || Boolean(user && (user.email_confirmed_at || user.encrypted_password !== null));
  return signsIn ? 'magic_link' : 'confirmation';
}

interface MagicLink {
  readonly email: string;
  readonly data: Metadata;
  readonly link: LinkRequest;
}

/** Writes the mail; creates a provisional account if there is none. */
async function write(auth: Auth, c: HttpContext, { email, data, link }: MagicLink): Promise<MailMessage> {
  const { mail, user, action } = await auth.db.transaction(async (transaction) => {
    const known = await findUserByEmail(transaction, email);
    const account = { provider: 'email', address: email, hash: null, data, confirmed: false } as const;
    const owner = known ?? (await createAccount(transaction, { ...account, provisional: true }));
    const language = messageLanguage(auth, c, owner.raw_user_meta_data);
    const letter = letterFor(auth, known);
    return {
      user: owner,
      mail: await writeLinkMail(auth, transaction, owner, letter, { ...link, language }),
      action: known ? ('user_recovery_requested' as const) : ('user_confirmation_requested' as const),
    };
  });
  recordOwn(auth, c, action, user, { method: 'magiclink' });
  return mail;
}

/**
 * Mails a sign-in link and code if there is an account or signing up is allowed; a new account is provisional until
 * somebody opens the link or enters the code. Runs in the background: neither the response nor its time reveals whether
 * there is an account.
 * @throws AuthError validation_failed, email_provider_disabled, over_email_send_rate_limit
 */
export async function sendMagicLink(auth: Auth, c: HttpContext, request: MagicLinkRequest): Promise<void> {
  const { settings } = auth;
  if (!settings.email.enable_signup)
    throw new AuthError('email_provider_disabled', { status: 422, message: 'Email logins are disabled' });
  const email = normalizeEmail(request.email);
  const link = linkRequest(auth, c, request);
  const data = changeUserMetadata({}, request.data);
  const creates = request.createUser && settings.enable_signup;
  await auth.messageLimits.check('email', requestVisitor(auth, c));
  auth.messageLimits.request('email', 'recovery', email);
  postMail(auth, async () => {
    const known = await findUserByEmail(auth.db, email);
    if (!known && !creates) return undefined;
    const isSignIn = letterFor(auth, known) === 'magic_link';
    const sentAt = (isSignIn ? known?.recovery_sent_at : known?.confirmation_sent_at) ?? null;
    if (auth.messageLimits.isTooSoon('email', sentAt)) return undefined;
    return {
      recipient: { address: email, isStranger: !known || isStranger(known) },
      write: () => write(auth, c, { email, data, link }),
    };
  });
}
