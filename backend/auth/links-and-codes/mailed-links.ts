import type { Queryable } from '../../db/database.ts';
import type { Language } from '../../../shared/languages.ts';
import type { MailMessage } from '../../messages/mail/letter.ts';
import { AuthError } from '../errors.ts';
import { insertFlowState } from '../flows/flow-state.ts';
import type { Recipient } from '../limits/message-limits.ts';
import type { CodeChallenge } from '../flows/pkce.ts';
import type { Auth } from '../services.ts';
import { updateUser, type UserRow } from '../accounts/users.ts';

/** The letters with a link: where the token is kept, and what the link says of itself. */
const letters = {
  confirmation: { token: 'confirmation_token', sentAt: 'confirmation_sent_at', type: 'signup' },
  invite: { token: 'confirmation_token', sentAt: 'confirmation_sent_at', type: 'invite' },
  magic_link: { token: 'recovery_token', sentAt: 'recovery_sent_at', type: 'magiclink' },
  recovery: { token: 'recovery_token', sentAt: 'recovery_sent_at', type: 'recovery' },
  email_change_current: {
    token: 'email_change_token_current',
    sentAt: 'email_change_sent_at',
    type: 'email_change',
  },
  email_change_new: { token: 'email_change_token_new', sentAt: 'email_change_sent_at', type: 'email_change' },
} as const;

export type LinkKind = keyof typeof letters;
export type LinkType = (typeof letters)[LinkKind]['type'];

/** How a flow that began with a mail is named in `auth.flow_state`, and later in `amr`. */
export function flowMethod(type: LinkType): string {
  return type === 'signup' ? 'email/signup' : type;
}

/** What a link is asked for with. */
export interface LinkRequest {
  readonly redirectTo: string;
  readonly challenge: CodeChallenge | undefined;
}

export interface IssuedLink {
  readonly kind: LinkKind;
  readonly type: LinkType;
  readonly to: string;
  readonly code: string;
  /** What the link carries. */
  readonly hashedToken: string;
  readonly url: string;
}

/** The address of the page behind a link (wire §5). */
function linkUrl(auth: Auth, token: string, type: LinkType, redirectTo: string): string {
  const parameters = new URLSearchParams({ token, type, redirect_to: redirectTo });
  return `${auth.config.publicUrl}/auth/v1/verify?${parameters}`;
}

/** Makes a token for an address of a user; the one of the same kind before it is no longer good. */
export async function issueLink(
  auth: Auth,
  transaction: Queryable,
  user: UserRow,
  kind: LinkKind,
  { redirectTo, challenge }: LinkRequest,
): Promise<IssuedLink> {
  const { token, sentAt, type } = letters[kind];
  const to = kind === 'email_change_new' ? user.email_change : (user.email ?? '');
  const { code, link, stored } = auth.oneTimeTokens.draw(to, challenge !== undefined);
  await updateUser(transaction, user.id, { [token]: stored, [sentAt]: new Date() });
  return { kind, type, to, code, hashedToken: link, url: linkUrl(auth, link, type, redirectTo) };
}

/** Remembers the app's challenge for when the link is opened. */
export async function beginMailedFlow(
  transaction: Queryable,
  userId: string,
  type: LinkType,
  { challenge, redirectTo }: LinkRequest,
): Promise<void> {
  if (!challenge) return;
  await insertFlowState(transaction, {
    user_id: userId,
    code_challenge: challenge.challenge,
    code_challenge_method: challenge.method,
    provider_type: 'email',
    authentication_method: flowMethod(type),
    referrer: redirectTo,
  });
}

/** The mail with a link, for people to click, and its code, for people to type. */
export function linkMail(auth: Auth, issued: IssuedLink, language: Language, address = ''): MailMessage {
  const { kind, to, code, url } = issued;
  return { kind, to, language, link: url, code, lifetime: auth.settings.email.otp_expiry, address };
}

/** Issues a link and gives the mail with it. */
export async function writeLinkMail(
  auth: Auth,
  transaction: Queryable,
  user: UserRow,
  kind: LinkKind,
  request: LinkRequest & { readonly language: Language },
): Promise<MailMessage> {
  await beginMailedFlow(transaction, user.id, letters[kind].type, request);
  const issued = await issueLink(auth, transaction, user, kind, request);
  return linkMail(auth, issued, request.language);
}

/** A mail that is about to be sent. */
export interface Outgoing {
  readonly recipient: Recipient;
  /** Called only when the limits allow the mail: the new code replaces the one of an earlier mail. */
  readonly write: () => Promise<MailMessage>;
}

/** A mail that is written already. */
export function written(mail: MailMessage, isStranger = false): Outgoing {
  return { recipient: { address: mail.to, isStranger }, write: async () => mail };
}

/** Whether nobody has proved yet that an address of the account is theirs. */
export function isStranger(user: UserRow): boolean {
  return user.confirmed_at === null;
}

/**
 * Finds out in the background which mail to send, if any, and sends it if the limits allow it.
 * @throws AuthError over_email_send_rate_limit when too many are waiting already
 */
export function postMail(auth: Auth, plan: () => Promise<Outgoing | undefined>): void {
  const posted = auth.mail.post(async () => {
    const outgoing = await plan();
    if (!outgoing) return undefined;
    const refusal = await auth.messageLimits.spend('email', outgoing.recipient).then(
      () => undefined,
      (error: Error) => error,
    );
    if (refusal === undefined) return outgoing.write();
    if (!(refusal instanceof AuthError)) throw refusal;
    auth.log.warn({ reason: refusal.code }, 'a mail was not sent: the limit of mails is reached');
    return undefined;
  });
  if (!posted) throw new AuthError('over_email_send_rate_limit', { retryAfter: 5 });
}
