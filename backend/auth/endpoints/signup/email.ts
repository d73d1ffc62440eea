import { json, type Reply } from '../../../http/reply.ts';
import type { AccountValues } from '../../domain/accounts/new-account.ts';
import { registerAccount, viewRepeatedSignup } from '../../domain/accounts/registration.ts';
import { userView } from '../../domain/accounts/views.ts';
import type { CodeChallenge } from '../../domain/flows/pkce.ts';
import { requestedRedirect } from '../../domain/flows/redirects.ts';
import {
  postMail,
  writeLinkMail,
  written,
  type LinkRequest,
  type LinkWriter,
  type MailPoster,
} from '../../domain/links-and-codes/mailed-links.ts';
import { recordOwn, type Recorder } from '../../domain/recording/recording.ts';
import type { Auth } from '../../context.ts';
import { AuthError } from '../../errors.ts';
import type { AuthRequest } from '../../request.ts';
import { normalizeEmail } from '../../store/addresses.ts';
import { findUser, type AuthUser, type Metadata } from '../../store/users.ts';
import { signUpAtOnce } from './at-once.ts';

interface EmailSignup {
  readonly email: string;
  readonly password: string;
  readonly data: Metadata;
  readonly challenge: CodeChallenge | undefined;
}

/**
 * A sign-up with an e-mail address: a Session with autoconfirm, else the User, who is mailed a link.
 * @throws AuthError email_provider_disabled, user_already_exists, validation_failed, over_email_send_rate_limit
 */
export async function signUpWithEmail(
  request: AuthRequest,
  { email, password, data, challenge }: EmailSignup,
): Promise<Reply> {
  if (!request.settings.email.enable_signup) throw new AuthError('email_provider_disabled');
  const address = normalizeEmail(email);
  const confirmed = request.autoconfirm.email;
  if (!confirmed) await request.messageLimits.check('email', request.network, true);
  // Hash before looking up the address: the time must not reveal whether it has an account.
  const hash = await request.passwords.hash(password);
  const account = { provider: 'email', address, hash, data } as const;
  if (confirmed) return signUpAtOnce(request, account);
  return requestConfirmation(request, account, { challenge, redirectTo: requestedRedirect(request) });
}

async function requestConfirmation(
  request: LinkWriter & MailPoster & Recorder & Pick<Auth, 'db'>,
  account: AccountValues,
  link: LinkRequest,
): Promise<Reply> {
  const registered = await registerAccount(request, account, async (transaction, user) => {
    const mail = await writeLinkMail(request, transaction, user, 'confirmation', link);
    return { user: (await findUser(transaction, user.id))!, mail };
  });
  if (!registered)
    return json(
      await viewRepeatedSignup(request, account, async (user) => mailAgain(request, user, account, link)),
    );
  recordOwn(request, 'user_confirmation_requested', registered.user, { provider: 'email' });
  postMail(request, async () => written(registered.mail, true));
  return json(userView(registered.user));
}

/** Mails the link once more, unless its cooldown lasts. */
function mailAgain(
  request: LinkWriter & MailPoster & Pick<Auth, 'db'>,
  user: AuthUser,
  { address }: AccountValues,
  link: LinkRequest,
): void {
  if (request.messageLimits.isTooSoon('email', user.confirmation_sent_at)) return;
  const write = () =>
    request.db.transaction((transaction) => writeLinkMail(request, transaction, user, 'confirmation', link));
  postMail(request, async () => ({ recipient: { address, isStranger: true }, write }));
}
