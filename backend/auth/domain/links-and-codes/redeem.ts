import { mergeMetadata } from '../accounts/metadata.ts';
import type { Queryable } from '../../../db/database.ts';
import { notify, type Notifier } from '../accounts/notices.ts';
import { AuthError } from '../../errors.ts';
import type { AddressProvider } from '../../store/addresses.ts';
import { saveIdentity } from '../../store/identities.ts';
import { isExpired } from '../secrets/one-time-tokens.ts';
import { findToken } from '../../store/stored-tokens.ts';
import type { Presented } from './presented.ts';
import { recordOwn, type Recorder } from '../recording/recording.ts';
import type { Auth } from '../../context.ts';
import {
  findUser,
  isAddressProved,
  isBanned,
  lockUser,
  updateUserRow,
  withoutOneTimeTokens,
  type AuthUser,
  type AuthUserValues,
  type TokenKind,
} from '../../store/users.ts';

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

/** The columns of a user who has proved an address. */
function confirmed(user: AuthUser, provider: AddressProvider): AuthUserValues {
  const providers = user.raw_app_meta_data['providers'];
  const known = Array.isArray(providers) ? (providers as unknown[]) : [];
  return {
    ...withoutOneTimeTokens,
    [`${provider}_confirmed_at`]: user[`${provider}_confirmed_at`] ?? new Date(),
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
async function confirm(
  transaction: Queryable,
  user: AuthUser,
  kind: TokenKind,
  provider: AddressProvider,
): Promise<void> {
  const isNew = !user[`${provider}_confirmed_at`];
  const drops = kind === 'recovery_token' && isNew;
  await updateUserRow(transaction, user.id, {
    ...confirmed(user, provider),
    ...(drops && { encrypted_password: null }),
  });
  if (kind === 'recovery_token' && !isNew && mayBeShared(user)) return;
  await saveProved(transaction, user.id, provider, user[provider]!);
}

async function saveProved(
  transaction: Queryable,
  userId: string,
  provider: AddressProvider,
  address: string,
) {
  await saveIdentity(transaction, userId, { provider, address }, { [`${provider}_verified`]: true });
}

function isEmailChange(kind: TokenKind): boolean {
  return kind === 'email_change_token_current' || kind === 'email_change_token_new';
}

/** @returns whether the other mailbox has to confirm too */
async function changeEmail(
  auth: Pick<Auth, 'settings'>,
  transaction: Queryable,
  user: AuthUser,
  kind: TokenKind,
) {
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
  await saveProved(transaction, user.id, 'email', email);
  return false;
}

async function changePhone(transaction: Queryable, user: AuthUser): Promise<void> {
  const phone = user.phone_change;
  await updateUserRow(transaction, user.id, { ...confirmed(user, 'phone'), phone, phone_change: '' });
  await saveProved(transaction, user.id, 'phone', phone);
}

/**
 * Redeems a token: applies its effect and invalidates it. One of several concurrent requests with the same token succeeds.
 * @throws AuthError otp_expired, user_banned, email_exists, phone_exists
 */
export async function redeem(
  auth: Pick<Auth, 'settings'>,
  transaction: Queryable,
  presented: Presented,
): Promise<Redeemed> {
  const found = await findToken(transaction, presented.kinds, presented.stored);
  const user = found && (await lockUser(transaction, found.userId));
  const still = user && (await findToken(transaction, presented.kinds, presented.stored));
  if (!user || !still || isExpired(auth, user, still.kind, presented.provider)) {
    const isLink = presented.address === undefined;
    throw new AuthError('otp_expired', isLink ? { message: 'Email link is invalid or has expired' } : {});
  }
  if (isBanned(user)) throw new AuthError('user_banned');
  const { kind } = still;
  let awaitsOther = false;
  if (isEmailChange(kind)) awaitsOther = await changeEmail(auth, transaction, user, kind);
  else if (kind === 'phone_change_token') await changePhone(transaction, user);
  else await confirm(transaction, user, kind, presented.provider);
  const after = (await findUser(transaction, user.id))!;
  const formerEmail = user.email !== null && after.email !== user.email ? user.email : undefined;
  return { user: after, kind, awaitsOther, formerEmail };
}

/** Records the effect of a redeemed code or link, and mails the former address. The sign-in is recorded apart. */
export function announceRedeemed(request: Notifier & Recorder, redeemed: Redeemed): void {
  const { user, kind, formerEmail } = redeemed;
  if (kind === 'confirmation_token')
    recordOwn(request, user.invited_at ? 'invite_accepted' : 'user_signedup', user);
  if (kind === 'phone_change_token') recordOwn(request, 'user_modified', user, { changed: 'phone' });
  if (isEmailChange(kind) && !redeemed.awaitsOther)
    recordOwn(request, 'user_modified', user, { changed: 'email', former_email: formerEmail ?? '' });
  if (formerEmail) notify(request, user, 'email_changed', formerEmail);
}
