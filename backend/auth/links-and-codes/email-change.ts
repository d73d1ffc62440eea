import type { Queryable } from '../../db/database.ts';
import type { Language } from '../../../shared/languages.ts';
import type { MailMessage } from '../../messages/mail/letter.ts';
import { beginMailedFlow, issueLink, linkMail, type LinkRequest } from './mailed-links.ts';
import type { Auth } from '../services.ts';
import { updateUser, type UserRow } from '../accounts/users.ts';

/**
 * The mails that ask for a new address to be confirmed: to the new mailbox, and, if configured, to the present one.
 * @param user with `email_change` set
 */
export async function writeEmailChange(
  auth: Auth,
  transaction: Queryable,
  user: UserRow,
  request: LinkRequest & { readonly language: Language },
): Promise<readonly MailMessage[]> {
  const both = auth.settings.email.double_confirm_changes && user.email !== null;
  await updateUser(transaction, user.id, { email_change_confirm_status: 0, email_change_token_current: '' });
  await beginMailedFlow(transaction, user.id, 'email_change', request);
  const mails: MailMessage[] = [];
  for (const kind of both
    ? (['email_change_new', 'email_change_current'] as const)
    : (['email_change_new'] as const)) {
    const issued = await issueLink(auth, transaction, user, kind, request);
    mails.push(linkMail(auth, issued, request.language, user.email_change));
  }
  return mails;
}
