import type { Queryable } from '../../../db/database.ts';
import { isEmail } from '../../store/addresses.ts';
import { AuthError, invalid } from '../../errors.ts';
import { deleteAllFactors } from '../../store/factors.ts';
import type { Auth } from '../../context.ts';
import { endSessions } from '../../store/sessions.ts';
import {
  findUser,
  findUserBy,
  insertUser,
  isAddressProved,
  isBanned,
  lockUser,
  updateUserRow,
  withoutOneTimeTokens,
  type Metadata,
  type AuthUser,
  type AuthUserValues,
} from '../../store/users.ts';
import { deleteAllPasskeys } from '../../store/passkeys.ts';
import {
  deleteIdentitiesExcept,
  lockArrival,
  lockOwner,
  lockUsersWithEmail,
  saveSubject,
  updateProviders,
  type ProviderArrival,
  type ProviderProfile,
} from '../../store/identities.ts';
import { maxUserMetadataBytes, mergeMetadata } from '../accounts/metadata.ts';

/** Merges the provider's claims into the user's metadata, unless the result would be too large. */
function mergeProfile({ raw_user_meta_data: current }: AuthUser, { data }: ProviderProfile): Metadata {
  const merged = mergeMetadata(current, data);
  return Buffer.byteLength(JSON.stringify(merged)) <= maxUserMetadataBytes ? merged : current;
}

function unverifiedEmail(provider: string): AuthError {
  return new AuthError('provider_email_needs_verification', {
    message: `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  });
}

/** @throws AuthError validation_failed, provider_email_needs_verification */
function checkAddress(
  auth: Pick<Auth, 'autoconfirm'>,
  { provider, profile, emailOptional }: ProviderArrival,
): void {
  if (profile.email === '') {
    if (emailOptional) return;
    throw invalid(`Error getting user email from external provider ${provider}`, 422);
  }
  if (!isEmail(profile.email)) throw invalid('Unable to validate email address: invalid format', 422);
  if (profile.emailVerified || auth.autoconfirm.email) return;
  throw unverifiedEmail(provider);
}

/** Creates an account; without an unconfirmed address that another account has. */
async function createExternalAccount(
  auth: Pick<Auth, 'autoconfirm' | 'settings'>,
  transaction: Queryable,
  arrival: ProviderArrival,
): Promise<string> {
  const { provider, profile } = arrival;
  if (!auth.settings.enable_signup) throw new AuthError('signup_disabled');
  checkAddress(auth, arrival);
  const taken =
    profile.email !== '' &&
    !arrival.sso &&
    !profile.emailVerified &&
    (await findUserBy(transaction, 'email', profile.email));
  const email = profile.email === '' || taken ? null : profile.email;
  const values: AuthUserValues = {
    email,
    ...(email !== null && { email_confirmed_at: new Date() }),
    raw_app_meta_data: { provider, providers: [provider] },
    ...(arrival.sso && { is_sso_user: true }),
    raw_user_meta_data: profile.data,
  };
  const { id } = await insertUser(transaction, values, (userId) => saveSubject(transaction, userId, arrival));
  return id;
}

/** Deletes the flows begun before the takeover: their codes must not open the account, nor their identities join it. */
async function endFlows(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query('delete from auth.flow_state where user_id = $1 or linking_target_id = $1', [
    userId,
  ]);
}

/**
 * Removes password, sessions, factors, passkeys, other identities, phone and metadata: somebody else may have created an
 * account with an unproved address in advance.
 */
async function takeOver(transaction: Queryable, userId: string, arrival: ProviderArrival): Promise<void> {
  await deleteIdentitiesExcept(transaction, userId, arrival);
  await deleteAllFactors(transaction, userId);
  await deleteAllPasskeys(transaction, userId);
  await endSessions(transaction, userId);
  await endFlows(transaction, userId);
  await updateUserRow(transaction, userId, {
    ...withoutOneTimeTokens,
    encrypted_password: null,
    email_confirmed_at: new Date(),
    email_change: '',
    email_change_confirm_status: 0,
    phone: null,
    phone_confirmed_at: null,
    phone_change: '',
    raw_user_meta_data: arrival.profile.data,
  });
}

/**
 * Whether the arriving person is the first to prove the account's address. An account with a role is exempt: an
 * administrator vouches for it, and a stolen mailbox must not remove its second factors.
 */
function provesAddress(user: AuthUser, { profile, sso }: ProviderArrival): boolean {
  if (sso || !profile.emailVerified || user.email !== profile.email) return false;
  if (user.email_confirmed_at === null) return true;
  return !isAddressProved(user) && user.raw_app_meta_data['role'] === undefined;
}

/** Adds or updates the identity of an account. @returns whether the account was taken over */
async function attach(transaction: Queryable, user: AuthUser, arrival: ProviderArrival): Promise<boolean> {
  const { profile } = arrival;
  await saveSubject(transaction, user.id, arrival);
  if (provesAddress(user, arrival)) {
    await takeOver(transaction, user.id, arrival);
    return true;
  }
  await updateUserRow(transaction, user.id, {
    ...(arrival.sso && { email: profile.email }),
    raw_user_meta_data: mergeProfile(user, profile),
  });
  return false;
}

/** The account with the person's confirmed address, if there is one. */
async function accountOfAddress(
  transaction: Queryable,
  { profile, sso }: ProviderArrival,
): Promise<AuthUser | undefined> {
  if (sso || !profile.emailVerified) return undefined;
  const [first, ...others] = await lockUsersWithEmail(transaction, profile.email);
  if (others.length > 0)
    throw new AuthError('conflict', { message: 'Multiple accounts have the same email address' });
  return first === undefined ? undefined : findUser(transaction, first);
}

interface Arrived {
  readonly user: AuthUser;
  /** The account had been created by a person who had not proved the address. */
  readonly takenOver: boolean;
}

/**
 * The account of a person who signs in with a provider: the one with the identity; else the one with the address, if the
 * provider says it is confirmed; else a new one.
 * @throws AuthError signup_disabled, user_banned, provider_email_needs_verification, validation_failed, conflict
 */
export async function arrive(
  auth: Pick<Auth, 'autoconfirm' | 'settings'>,
  transaction: Queryable,
  arrival: ProviderArrival,
): Promise<Arrived> {
  await lockArrival(transaction, arrival);
  const known = await lockOwner(transaction, arrival);
  const account = known ?? (await accountOfAddress(transaction, arrival));
  if (account && isBanned(account)) throw new AuthError('user_banned');
  const takenOver = account !== undefined && (await attach(transaction, account, arrival));
  const id = account?.id ?? (await createExternalAccount(auth, transaction, arrival));
  await updateProviders(transaction, id);
  const user = (await findUser(transaction, id))!;
  if (user.email !== null && !user.email_confirmed_at) throw unverifiedEmail(arrival.provider);
  return { user, takenOver };
}

/** Rejects an identity that already belongs to an account. @throws AuthError identity_already_exists */
export async function rejectOwned(
  transaction: Queryable,
  userId: string,
  arrival: ProviderArrival,
): Promise<void> {
  const owner = await lockOwner(transaction, arrival);
  if (!owner) return;
  throw new AuthError('identity_already_exists', {
    message:
      owner.id === userId ? 'Identity is already linked' : 'Identity is already linked to another user',
  });
}

/**
 * Links an identity to an account, at its owner's request.
 * @throws AuthError identity_already_exists, user_not_found, email_exists
 */
export async function link(
  transaction: Queryable,
  userId: string,
  arrival: ProviderArrival,
): Promise<AuthUser> {
  await lockArrival(transaction, arrival, '');
  await rejectOwned(transaction, userId, arrival);
  const user = await lockUser(transaction, userId);
  if (!user) throw new AuthError('user_not_found');
  if (isBanned(user)) throw new AuthError('user_banned');
  const { profile } = arrival;
  await saveSubject(transaction, userId, arrival);
  const gainsAddress = user.email === null && profile.emailVerified;
  await updateUserRow(transaction, userId, {
    ...(gainsAddress && { email: profile.email, email_confirmed_at: new Date(), is_anonymous: false }),
    raw_user_meta_data: mergeProfile(user, profile),
  });
  await updateProviders(transaction, userId);
  return (await findUser(transaction, userId))!;
}

/** @throws AuthError manual_linking_disabled */
export function requireManualLinking(auth: Pick<Auth, 'settings'>): void {
  if (!auth.settings.enable_manual_linking) throw new AuthError('manual_linking_disabled');
}
