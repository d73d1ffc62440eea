import type { Context as HttpContext } from 'hono';
import type { Action } from '../audit/actions.ts';
import type { Actor, Traits } from '../audit/events.ts';
import { requestClient, type Auth } from './services.ts';
import type { UserRow } from './accounts/users.ts';
import type { Redeemed } from './links-and-codes/redeem.ts';

/** What was done, and to what; further keys are traits for the reader. */
export type Subject = { readonly target: string } & Traits;

export function userActor({ id, email, phone, identities }: UserRow): Actor {
  const viaSso = identities.some(({ provider }) => provider.startsWith('sso:'));
  return { id, username: email ?? phone ?? '', viaSso };
}

/** A user as a target: upstream's traits of administrators' acts. */
export function aboutUser(user: Pick<UserRow, 'id' | 'email' | 'phone'>): Subject {
  const { id, email, phone } = user;
  return {
    target: `user:${id}`,
    user_id: id,
    ...(email !== null && { user_email: email }),
    ...(phone !== null && { user_phone: phone }),
  };
}

/** Says that something was done with accounts. To be called once it is committed. */
export function record(
  auth: Auth,
  c: HttpContext,
  action: Action,
  actor: Actor,
  { target, ...traits }: Subject,
): void {
  const address = requestClient(auth, c).address ?? '';
  auth.events.emit({ action, actor, address, target, traits });
}

/** As `record`, for what users do with their own accounts. */
export function recordOwn(
  auth: Auth,
  c: HttpContext,
  action: Action,
  user: UserRow,
  traits: Traits = {},
): void {
  record(auth, c, action, userActor(user), { target: `user:${user.id}`, ...traits });
}

/** @param method how the user proved who they are, as `amr` names it */
export function recordLogin(
  auth: Auth,
  c: HttpContext,
  user: UserRow,
  method: string,
  provider: string,
): void {
  recordOwn(auth, c, 'login', user, { method, provider });
}

/** What a redeemed code or link has brought about, besides signing in. */
export function recordRedeemed(auth: Auth, c: HttpContext, redeemed: Redeemed): void {
  const { user, kind, awaitsOther, formerEmail } = redeemed;
  if (kind === 'confirmation_token')
    recordOwn(auth, c, user.invited_at ? 'invite_accepted' : 'user_signedup', user);
  if (kind === 'phone_change_token') recordOwn(auth, c, 'user_modified', user, { changed: 'phone' });
  const changesEmail = kind === 'email_change_token_current' || kind === 'email_change_token_new';
  if (changesEmail && !awaitsOther)
    recordOwn(auth, c, 'user_modified', user, { changed: 'email', former_email: formerEmail ?? '' });
}
