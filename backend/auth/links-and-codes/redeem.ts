import type { Queryable } from '../../db/database.ts';
import { AuthError } from '../errors.ts';
import { saveIdentity } from '../accounts/identities.ts';
import { findToken, type TokenKind } from './one-time-tokens.ts';
import type { Presented } from './presented.ts';
import type { Auth } from '../services.ts';
import {
  findUser,
  isAddressProved,
  isBanned,
  lockUser,
  mergeMetadata,
  updateUserRow,
  withoutOneTimeTokens,
  type AuthUser,
  type AuthUserValues,
} from '../accounts/users.ts';

/** The response to the first of two confirmations of a new address. */
export const awaitsOtherMessage =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

export interface Redeemed {
  readonly user: AuthUser;
  readonly kind: TokenKind;
  /** The first of two confirmations of a new e-mail address: nothing has changed yet. */
  readonly awaitsOther: boolean;
  /** The address before it was changed. */
  readonly formerEmail: string | undefined;
}

function sentAt(user: AuthUser, kind: TokenKind): Date | null {
  const times: Readonly<Record<TokenKind, Date | null>> = {
    confirmation_token: user.confirmation_sent_at,
    recovery_token: user.recovery_sent_at,
    email_change_token_current: user.email_change_sent_at,
    email_change_token_new: user.email_change_sent_at,
    phone_change_token: user.phone_change_sent_at,
    reauthentication_token: user.reauthentication_sent_at,
  };
  return times[kind];
}

function isExpired(auth: Auth, user: AuthUser, kind: TokenKind, medium: Presented['medium']): boolean {
  const { email, sms } = auth.settings;
  const lifetime = medium === 'phone' ? sms.otp_expiry : email.otp_expiry;
  return (sentAt(user, kind)?.getTime() ?? 0) + lifetime * 1000 < Date.now();
}

/** The columns of a user who has proved an address. */
function confirmed(user: AuthUser, provider: 'email' | 'phone'): AuthUserValues {
  const providers = user.raw_app_meta_data['providers'];
  const known = Array.isArray(providers) ? (providers as unknown[]) : [];
  return {
    ...withoutOneTimeTokens,
    ...(provider === 'email'
      ? { email_confirmed_at: user.email_confirmed_at ?? new Date() }
      : { phone_confirmed_at: user.phone_confirmed_at ?? new Date() }),
    is_anonymous: false,
    raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, { [`${provider}_verified`]: true }),
    raw_app_meta_data: {
      ...user.raw_app_meta_data,
      provider: user.raw_app_meta_data['provider'] ?? provider,
      providers: known.includes(provider) ? known : [...known, provider],
    },
  };
}

/**
 * Whether somebody else may still have a way into an account whose address confirmed itself. A sign-in link closes no
 * way in, so it does not prove the address of such an account.
 */
function mayBeShared(user: AuthUser): boolean {
  const hasOtherWays =
    user.encrypted_password !== null || user.identities.some(({ provider }) => provider !== 'email');
  return hasOtherWays && !isAddressProved(user);
}

/**
 * Confirms the address; a link to sign in or to choose a new password does so too. On the first confirmation it drops
 * the password: somebody else may have created the account.
 */
async function confirm(transaction: Queryable, user: AuthUser, { kind, medium }: Redemption): Promise<void> {
  const isNew = medium === 'email' ? !user.email_confirmed_at : !user.phone_confirmed_at;
  const drops = kind === 'recovery_token' && isNew;
  await updateUserRow(transaction, user.id, {
    ...confirmed(user, medium),
    ...(drops && { encrypted_password: null }),
  });
  if (kind === 'recovery_token' && !isNew && mayBeShared(user)) return;
  const address = medium === 'email' ? user.email : user.phone;
  const data = { [medium]: address, [`${medium}_verified`]: true };
  await saveIdentity(transaction, { userId: user.id, provider: medium, data });
}

/** @returns whether the other mailbox has to confirm too */
async function changeEmail(auth: Auth, transaction: Queryable, user: AuthUser, kind: TokenKind) {
  const isFirst =
    auth.settings.email.double_confirm_changes &&
    user.email !== null &&
    user.email_change_confirm_status === 0;
  if (isFirst) {
    await updateUserRow(transaction, user.id, { [kind]: '', email_change_confirm_status: 1 });
    return true;
  }
  const email = user.email_change;
  await updateUserRow(transaction, user.id, {
    ...confirmed(user, 'email'),
    email,
    email_change: '',
    email_change_confirm_status: 0,
  });
  const data = { email, email_verified: true };
  await saveIdentity(transaction, { userId: user.id, provider: 'email', data });
  return false;
}

async function changePhone(transaction: Queryable, user: AuthUser): Promise<void> {
  const phone = user.phone_change;
  await updateUserRow(transaction, user.id, { ...confirmed(user, 'phone'), phone, phone_change: '' });
  const data = { phone, phone_verified: true };
  await saveIdentity(transaction, { userId: user.id, provider: 'phone', data });
}

interface Redemption {
  readonly kind: TokenKind;
  readonly medium: Presented['medium'];
}

async function takeEffect(auth: Auth, transaction: Queryable, user: AuthUser, redemption: Redemption) {
  const { kind } = redemption;
  if (kind === 'email_change_token_current' || kind === 'email_change_token_new')
    return changeEmail(auth, transaction, user, kind);
  if (kind === 'phone_change_token') await changePhone(transaction, user);
  else await confirm(transaction, user, redemption);
  return false;
}

/**
 * Redeems a token: applies its effect and invalidates it. Of concurrent requests with the same token, one succeeds.
 * @throws AuthError otp_expired, user_banned, email_exists, phone_exists
 */
export async function redeem(auth: Auth, transaction: Queryable, presented: Presented): Promise<Redeemed> {
  const found = await findToken(transaction, presented.kinds, presented.stored);
  const user = found && (await lockUser(transaction, found.userId));
  const still = user && (await findToken(transaction, presented.kinds, presented.stored));
  if (!user || !still || isExpired(auth, user, still.kind, presented.medium)) {
    const isLink = presented.address === undefined;
    throw new AuthError('otp_expired', isLink ? { message: 'Email link is invalid or has expired' } : {});
  }
  if (isBanned(user)) throw new AuthError('user_banned');
  const { kind } = still;
  const awaitsOther = await takeEffect(auth, transaction, user, { kind, medium: presented.medium });
  const after = (await findUser(transaction, user.id))!;
  const formerEmail = user.email !== null && after.email !== user.email ? user.email : undefined;
  return { user: after, kind, awaitsOther, formerEmail };
}
