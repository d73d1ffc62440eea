import * as v from 'valibot';
import type { MailMessage } from '../../../messages/mail/template.ts';
import { normalizeEmail } from '../../store/addresses.ts';
import { changeUserMetadata } from '../accounts/metadata.ts';
import { insertAccount } from '../accounts/new-account.ts';
import { findUserBy, type Metadata, type AuthUser } from '../../store/users.ts';
import { metadata, text } from '../../body.ts';
import { AuthError } from '../../errors.ts';
import { pkceKeys } from '../flows/pkce.ts';
import { recordOwn, type Recorder } from '../recording/recording.ts';
import type { AuthRequest } from '../../request.ts';
import { isStranger, linkRequest, postMail, writeLinkMail, type LinkRequest } from './mailed-links.ts';
import type { Auth } from '../../context.ts';
import type { LinkWriter } from './mailed-links.ts';
import type { MailPoster } from './mailed-links.ts';
import type { RedirectSource } from '../flows/redirects.ts';

/** The keys of a request body that ask for a mail to sign in with. */
export const signInMailSchema = v.object({ email: text, data: metadata, ...pkceKeys });

/** The kind of link for an account, which may not exist yet. */
function linkKind(request: Pick<Auth, 'autoconfirm'>, user: AuthUser | undefined) {
  // A password from before the confirmation may be a stranger's: the sign-in link drops it.
  const signsIn =
    request.autoconfirm.email ||
    Boolean(user && (user.email_confirmed_at || user.encrypted_password !== null));
  return signsIn ? 'magic_link' : 'confirmation';
}

/** Writes the mail; creates a provisional account if the address has none. */
async function write(
  request: LinkWriter & Recorder & Pick<Auth, 'autoconfirm' | 'db'>,
  email: string,
  data: Metadata,
  link: LinkRequest,
): Promise<MailMessage> {
  const { mail, user, action } = await request.db.transaction(async (transaction) => {
    const known = await findUserBy(transaction, 'email', email);
    const account = { provider: 'email', address: email, data, provisional: true } as const;
    const owner = known ?? (await insertAccount(transaction, account));
    return {
      user: owner,
      mail: await writeLinkMail(request, transaction, owner, linkKind(request, known), link),
      action: known ? ('user_recovery_requested' as const) : ('user_confirmation_requested' as const),
    };
  });
  recordOwn(request, action, user, { method: 'magiclink' });
  return mail;
}

/**
 * Mails a link and a code to sign in with, if the address has an account or signing up is allowed. A new account is
 * provisional until somebody opens the link or enters the code. All of it happens in the background: neither the
 * response nor its time reveals whether there is an account.
 * @throws AuthError validation_failed, email_provider_disabled, over_email_send_rate_limit
 */
export async function sendSignInMail(
  request: LinkWriter &
    MailPoster &
    Recorder &
    RedirectSource &
    Pick<AuthRequest, 'autoconfirm' | 'db' | 'network'>,
  body: v.InferOutput<typeof signInMailSchema>,
  createUser = true,
): Promise<void> {
  const { settings, messageLimits } = request;
  if (!settings.email.enable_signup)
    throw new AuthError('email_provider_disabled', { status: 422, message: 'Email logins are disabled' });
  const email = normalizeEmail(body.email);
  const link = linkRequest(request, body);
  const data = changeUserMetadata({}, body.data);
  const creates = createUser && settings.enable_signup;
  await messageLimits.check('email', request.network);
  await messageLimits.request('email', 'recovery', email);
  postMail(request, async () => {
    const known = await findUserBy(request.db, 'email', email);
    if (!known && !creates) return undefined;
    const isSignIn = linkKind(request, known) === 'magic_link';
    const sentAt = (isSignIn ? known?.recovery_sent_at : known?.confirmation_sent_at) ?? null;
    if (messageLimits.isTooSoon('email', sentAt)) return undefined;
    return {
      recipient: { address: email, isStranger: !known || isStranger(known) },
      write: () => write(request, email, data, link),
    };
  });
}
