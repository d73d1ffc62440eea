import type { Context as HttpContext } from 'hono';
import { messageLanguage } from './message-language.ts';
import type { Auth } from './services.ts';
import type { UserRow } from './users.ts';

/** Tells the owner that the password was changed, in case it was not they who did it. */
export function notifyPasswordChange(auth: Auth, c: HttpContext, user: UserRow): void {
  const { email } = user;
  if (email === null) return;
  const language = messageLanguage(auth, c, user.raw_user_meta_data);
  auth.mail.post(async () => ({ kind: 'password_changed', to: email, language }));
}

/** Tells the former mailbox that the account has another address now. */
export function notifyEmailChange(auth: Auth, c: HttpContext, user: UserRow, former: string): void {
  const language = messageLanguage(auth, c, user.raw_user_meta_data);
  auth.mail.post(async () => ({ kind: 'email_changed', to: former, language, address: user.email ?? '' }));
}
