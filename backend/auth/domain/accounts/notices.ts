import type { MailKind } from '../../../messages/mail/template.ts';
import { messageLanguage, type LanguageSource } from './language.ts';
import { recordOwn, type Recorder } from '../recording/recording.ts';
import type { AuthUser } from '../../store/users.ts';
import type { Auth } from '../../context.ts';

/** The needs of a mail to the owner of an account. */
export type Notifier = LanguageSource & Pick<Auth, 'mail'>;

/**
 * Mails the owner that the account changed, in case somebody else changed it.
 * @param former the address before its change: the mail goes there, and names the new one
 */
export function notify(request: Notifier, user: AuthUser, kind: MailKind, former?: string): void {
  const to = former ?? user.email;
  if (to === null) return;
  const language = messageLanguage(request, user);
  const address = former === undefined ? {} : { address: user.email ?? '' };
  request.mail.post(async () => ({ kind, to, language, ...address }));
}

/** Records that the owner took over an account that somebody else had created, and mails them. */
export function announceTakeOver(request: Notifier & Recorder, user: AuthUser, provider: string): void {
  recordOwn(request, 'user_modified', user, { changed: 'password, factors, identities', provider });
  notify(request, user, 'account_claimed');
}
