import type { Queryable } from '../../../db/database.ts';
import type { MailMessage } from '../../../messages/mail/template.ts';
import { sentAtColumns, updateUserRow, type AuthUser } from '../../store/users.ts';
import { AuthError } from '../../errors.ts';
import { insertFlowState } from '../../store/flow-state.ts';
import { readChallenge, type CodeChallenge } from '../flows/pkce.ts';
import { requestedRedirect, type RedirectSource } from '../flows/redirects.ts';
import { messageLanguage, type LanguageSource } from '../accounts/language.ts';
import type { Recipient } from '../limits/message-limits.ts';
import type { Auth } from '../../context.ts';

/** The needs of writing a mail with a link. */
export type LinkWriter = LanguageSource & Pick<Auth, 'config' | 'oneTimeTokens' | 'settings'>;

/** The needs of posting a mail within the limits. */
export type MailPoster = Pick<Auth, 'log' | 'mail' | 'messageLimits'>;

/** The kinds of links: the column of their token, and their `type` on the wire. */
const links = {
  confirmation: { token: 'confirmation_token', type: 'signup' },
  invite: { token: 'confirmation_token', type: 'invite' },
  magic_link: { token: 'recovery_token', type: 'magiclink' },
  recovery: { token: 'recovery_token', type: 'recovery' },
  email_change_current: { token: 'email_change_token_current', type: 'email_change' },
  email_change_new: { token: 'email_change_token_new', type: 'email_change' },
} as const;

export type LinkKind = keyof typeof links;
type LinkType = (typeof links)[LinkKind]['type'];

/** The name of a flow that begins with a mail, in `auth.flow_state` and later in `amr`. */
export function flowMethod(type: LinkType): string {
  return type === 'signup' ? 'email/signup' : type;
}

/** The page that a link leads to, and the app's PKCE challenge. */
export interface LinkRequest {
  readonly redirectTo: string;
  readonly challenge: CodeChallenge | undefined;
}

/** @throws AuthError validation_failed */
export function linkRequest(request: RedirectSource, body: Parameters<typeof readChallenge>[0]): LinkRequest {
  return { challenge: readChallenge(body), redirectTo: requestedRedirect(request) };
}

/** Makes a token for an address of a user. It replaces the one in the same column. `hashedToken` stands in the link. */
export async function issueLink(
  { oneTimeTokens, config }: Pick<Auth, 'config' | 'oneTimeTokens'>,
  transaction: Queryable,
  user: AuthUser,
  kind: LinkKind,
  { redirectTo, challenge, forDevice = false }: LinkRequest & { readonly forDevice?: boolean },
) {
  const { token, type } = links[kind];
  const to = kind === 'email_change_new' ? user.email_change : (user.email ?? '');
  const use = forDevice ? 'device' : challenge === undefined ? 'session' : 'pkce';
  const { code, link, stored } = oneTimeTokens.draw(to, use);
  await updateUserRow(transaction, user.id, { [token]: stored, [sentAtColumns[token]]: new Date() });
  const query = new URLSearchParams({ token: link, type, redirect_to: redirectTo });
  return { type, to, code, hashedToken: link, url: `${config.publicUrl}/auth/v1/verify?${query}` };
}

/** Saves the app's challenge until the link is opened. */
async function beginMailedFlow(
  transaction: Queryable,
  userId: string,
  type: LinkType,
  { challenge, redirectTo }: LinkRequest,
): Promise<void> {
  if (!challenge) return;
  await insertFlowState(transaction, {
    user_id: userId,
    ...challenge,
    provider_type: 'email',
    authentication_method: flowMethod(type),
    referrer: redirectTo,
  });
}

/** Issues a link and writes the mail with it and its code. It names the new address, if there is one. */
async function issueMail(
  request: LinkWriter,
  transaction: Queryable,
  user: AuthUser,
  kind: LinkKind,
  link: LinkRequest,
): Promise<MailMessage> {
  const { to, code, url } = await issueLink(request, transaction, user, kind, link);
  const language = messageLanguage(request, user);
  const lifetimeSeconds = request.settings.email.otp_expiry;
  return { kind, to, language, link: url, code, lifetimeSeconds, address: user.email_change };
}

export async function writeLinkMail(
  request: LinkWriter,
  transaction: Queryable,
  user: AuthUser,
  kind: LinkKind,
  link: LinkRequest,
): Promise<MailMessage> {
  await beginMailedFlow(transaction, user.id, links[kind].type, link);
  return issueMail(request, transaction, user, kind, link);
}

/**
 * The mails that ask to confirm a new address: to the new mailbox and, with `double_confirm_changes`, the present one.
 * @param user with `email_change` set
 */
export async function writeEmailChange(
  request: LinkWriter,
  transaction: Queryable,
  user: AuthUser,
  link: LinkRequest,
): Promise<readonly MailMessage[]> {
  const both = request.settings.email.double_confirm_changes && user.email !== null;
  await updateUserRow(transaction, user.id, {
    email_change_confirm_status: 0,
    email_change_token_current: '',
  });
  await beginMailedFlow(transaction, user.id, 'email_change', link);
  const mail = await issueMail(request, transaction, user, 'email_change_new', link);
  if (!both) return [mail];
  return [mail, await issueMail(request, transaction, user, 'email_change_current', link)];
}

export interface OutgoingMail {
  readonly recipient: Recipient;
  /** Called only when the limits allow the mail: its code replaces the one of an earlier mail. */
  readonly write: () => Promise<MailMessage>;
}

export function written(mail: MailMessage, isStranger = false): OutgoingMail {
  return { recipient: { address: mail.to, isStranger }, write: async () => mail };
}

/** Whether the account has no confirmed address: anybody may have created it. */
export function isStranger(user: AuthUser): boolean {
  return user.confirmed_at === null;
}

/**
 * Plans a mail in the background, and sends it if the limits allow it.
 * @throws AuthError over_email_send_rate_limit when the queue is full
 */
export function postMail(auth: MailPoster, plan: () => Promise<OutgoingMail | undefined>): void {
  const posted = auth.mail.post(async () => {
    const outgoing = await plan();
    if (!outgoing) return undefined;
    const error = await auth.messageLimits.spend('email', outgoing.recipient).then(
      () => undefined,
      (reason: Error) => reason,
    );
    if (error === undefined) return outgoing.write();
    if (!(error instanceof AuthError)) throw error;
    auth.log.warn({ reason: error.code }, 'mail not sent: rate limit reached');
    return undefined;
  });
  if (!posted) throw new AuthError('over_email_send_rate_limit', { retryAfterSeconds: 5 });
}
