import type { Context as HttpContext } from 'hono';
import { messageLanguage } from '../language.ts';
import { recordOwn } from '../recording.ts';
import type { Auth } from '../services.ts';
import type { UserRow } from './users.ts';

/** Tells the owner that the password was changed, in case it was not they who did it. */
export function notifyPasswordChange(auth: Auth, c: HttpContext, user: UserRow): void {
  const { email } = user;
  if (email === null) return;
  const language = messageLanguage(auth, c, user.raw_user_meta_data);
  auth.mail.post(async () => ({ kind: 'password_changed', to: email, language }));
}

/** Records that an account, which somebody had opened in advance, is its owner's alone now, and tells the owner. */
export function announceTakeOver(auth: Auth, c: HttpContext, user: UserRow, provider: string): void {
  recordOwn(auth, c, 'user_modified', user, { changed: 'password, factors, identities', provider });
  const { email } = user;
  if (email === null) return;
  const language = messageLanguage(auth, c, user.raw_user_meta_data);
  auth.mail.post(async () => ({ kind: 'account_claimed', to: email, language }));
}

/** Tells the former mailbox that the account has another address now. */
export function notifyEmailChange(auth: Auth, c: HttpContext, user: UserRow, former: string): void {
  const language = messageLanguage(auth, c, user.raw_user_meta_data);
  auth.mail.post(async () => ({ kind: 'email_changed', to: former, language, address: user.email ?? '' }));
}

/** Tells the owner that a session ended because one of its replaced refresh tokens was used: it may have been stolen. */
export function notifySessionEnd(auth: Auth, c: HttpContext, user: UserRow): void {
  const { email } = user;
  if (email === null) return;
  const language = messageLanguage(auth, c, user.raw_user_meta_data);
  auth.mail.post(async () => ({ kind: 'session_ended', to: email, language }));
}

/** Tells the owner that the account has another second factor, in case it was not they who added it. */
export function notifyFactorAdded(auth: Auth, c: HttpContext, user: UserRow): void {
  const { email } = user;
  if (email === null) return;
  const language = messageLanguage(auth, c, user.raw_user_meta_data);
  auth.mail.post(async () => ({ kind: 'factor_added', to: email, language }));
}

/** Tells the owner that a passkey opens the account from now on, in case it was not they who added it. */
export function notifyPasskeyAdded(auth: Auth, c: HttpContext, user: UserRow): void {
  const { email } = user;
  if (email === null) return;
  const language = messageLanguage(auth, c, user.raw_user_meta_data);
  auth.mail.post(async () => ({ kind: 'passkey_added', to: email, language }));
}
