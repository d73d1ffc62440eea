import type { MailMessage } from '../../messages/mail/template.ts';
import { messageLanguage } from '../language.ts';
import { recordOwn } from '../recording.ts';
import type { AuthRequest } from '../request.ts';
import type { AuthUser } from './users.ts';

/** Mails the owner that the account changed, in case somebody else changed it. */
function notify(
  request: AuthRequest,
  user: AuthUser,
  mail: Pick<MailMessage, 'kind' | 'address'>,
  to = user.email,
) {
  if (to === null) return;
  const language = messageLanguage(request, user);
  request.mail.post(async () => ({ ...mail, to, language }));
}

export function notifyPasswordChange(request: AuthRequest, user: AuthUser): void {
  notify(request, user, { kind: 'password_changed' });
}

/** Records that the owner took over an account that somebody else had created, and mails them. */
export function announceTakeOver(request: AuthRequest, user: AuthUser, provider: string): void {
  recordOwn(request, 'user_modified', user, { changed: 'password, factors, identities', provider });
  notify(request, user, { kind: 'account_claimed' });
}

/** Mails the former mailbox. */
export function notifyEmailChange(request: AuthRequest, user: AuthUser, former: string): void {
  notify(request, user, { kind: 'email_changed', address: user.email ?? '' }, former);
}

/** Mails the owner that a session ended because a replaced refresh token, perhaps a stolen one, was used. */
export function notifySessionEnd(request: AuthRequest, user: AuthUser): void {
  notify(request, user, { kind: 'session_ended' });
}

export function notifyFactorAdded(request: AuthRequest, user: AuthUser): void {
  notify(request, user, { kind: 'factor_added' });
}

export function notifyPasskeyAdded(request: AuthRequest, user: AuthUser): void {
  notify(request, user, { kind: 'passkey_added' });
}
