import type { User } from '@supabase/auth-js';
import { columnsOf, metadataOf, profileOf, type Profile } from '../../shared/records/driver.ts';
import type { Credentials, Registration } from '../../shared/validation.ts';
import { rememberRequestedMail } from '../data/accounts/requestedMail.ts';
import { getAuth } from '../data/session/auth.ts';
import { recordConsent } from '../data/content/consents.ts';
import { getDriverForUser, linkDriver, type Driver } from '../data/drivers/drivers.ts';
import { insertDriver } from '../data/drivers/driverWrites.ts';
import { DataError, toDataError } from '../data/errors.ts';
import { acceptInvitation } from '../data/drivers/ownInvitation.ts';
import { uploadOwnPhoto } from '../data/drivers/ownPhoto.ts';

/** `confirmEmail`: the account waits for the link in its e-mail; the rest follows at the first sign-in. */
export type RegistrationResult = 'registered' | 'confirmEmail';

/** Codes of a sign-up for an address that has an account, perhaps one of our own cut-off registrations. */
const existsCodes = new Set(['user_already_exists', 'email_exists']);

/**
 * Makes an account and signs in to it, or signs in to one that exists with this password.
 * @param metadata of the user, besides the language
 * @returns null when the e-mail address has to be confirmed first
 */
async function signUp(
  { email, password }: Credentials,
  metadata: Readonly<Record<string, string>>,
): Promise<User | null> {
  const { data, error } = await getAuth().signUp({
    email,
    password,
    // Mails to this account are written in the language.
    options: { data: { ...metadata, language: document.documentElement.lang } },
  });
  if (!error) {
    if (!data.user) throw new DataError('no_user', '');
    if (!data.session) rememberRequestedMail(email);
    return data.session ? data.user : null;
  }
  const failure = toDataError(error);
  if (!existsCodes.has(failure.code)) throw failure;
  const retry = await getAuth().signInWithPassword({ email, password });
  // A wrong password means that the address is somebody else's: say so rather than "wrong password".
  if (retry.error) throw toDataError(retry.error).retryable ? toDataError(retry.error) : failure;
  return retry.data.user;
}

/**
 * Does the missing steps of a registration: consent, photo, driver, link. Repeating it, even at the same time in another
 * tab, changes nothing more.
 * @param policyVersion the version of the privacy policy that the form showed
 * @throws DataError of the step that failed; the steps before it stay done. `policy_changed`: the form has to show the
 * newer version
 */
export async function completeRegistration(
  userId: string,
  profile: Profile,
  photo: File,
  policyVersion: number,
): Promise<Driver> {
  // The first step, so that no driver has registered without it, wherever the registration is cut off.
  await recordConsent(userId, policyVersion);
  const existing = await getDriverForUser(userId);
  if (existing) return existing;
  const photoUrl = await uploadOwnPhoto(userId, photo);
  const driver = await insertDriver(userId, { ...columnsOf(profile), photo_url: photoUrl });
  await linkDriver(userId, driver.id);
  // The insertion does not say that the registration waits.
  return (await getDriverForUser(userId)) ?? driver;
}

/** Tells two profiles of one account apart. A driver of a company with vehicles gives no plate. */
const identityOf = ({ licensePlate, driverCode }: Profile): string => licensePlate || driverCode;

/**
 * Registers a driver: account, consent, photo, driver, link, then sign-out on this device. After a failed step the same form can
 * be sent again; a later sign-in finds the account and asks for the missing data.
 */
export async function registerDriver(
  form: Registration,
  photo: File,
  policyVersion: number,
): Promise<RegistrationResult> {
  const user = await signUp(form, metadataOf(form));
  if (user === null) return 'confirmEmail';
  try {
    const driver = await completeRegistration(user.id, form, photo, policyVersion);
    // The account had another driver already: this form was not written.
    if (identityOf(profileOf(driver)) !== identityOf(form))
      throw new DataError('user_already_exists', 'User already registered');
  } finally {
    await getAuth().signOut({ scope: 'local' });
  }
  return 'registered';
}

/** An account that accepts an invitation: the one that is signed in, or the one of these credentials. */
export type Accepting = { readonly userId: string } | Credentials;

/**
 * Accepts an invitation: account, photo, then everything else in one step of the backend. The account stays signed in.
 * After a failed step the same form can be sent again.
 * @param policyVersion the version of the privacy policy that the form showed
 * @throws DataError of the step that failed, as `acceptInvitation`
 */
export async function joinCompany(
  token: string,
  account: Accepting,
  photo: File,
  policyVersion: number,
): Promise<RegistrationResult> {
  if ('userId' in account) {
    await acceptInvitation(token, policyVersion, await uploadOwnPhoto(account.userId, photo));
    return 'registered';
  }
  const user = await signUp(account, {});
  if (user === null) return 'confirmEmail';
  try {
    await acceptInvitation(token, policyVersion, await uploadOwnPhoto(user.id, photo));
  } catch (error) {
    // Sign out: an account without a driver would be asked to finish a registration.
    await getAuth().signOut({ scope: 'local' });
    throw error;
  }
  return 'registered';
}
