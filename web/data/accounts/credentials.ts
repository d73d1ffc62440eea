import { AuthClient, type GoTrueClient } from '@supabase/auth-js';
import { rememberRequestedMail } from './requestedMail.ts';
import { withApiKey } from '../apiKey.ts';
import { getAuth } from '../session/auth.ts';
import { claimsOf } from '../session/claims.ts';
import { storedSession } from '../session/storedSession.ts';
import { getEnvironment } from '../environment.ts';
import { DataError, toDataError, unwrap } from '../errors.ts';

/** The address that the links in our mails lead to. */
export function returnAddress(path: '/' | '/login'): string {
  return window.location.origin + path;
}

/**
 * Requests a mail with a link to choose a new password. Succeeds for an unknown address too, so that nobody learns who
 * has an account.
 * @throws DataError `over_email_send_rate_limit`, `over_request_rate_limit`, `network`
 */
export async function requestPasswordMail(email: string): Promise<void> {
  unwrap(await getAuth().resetPasswordForEmail(email, { redirectTo: returnAddress('/login') }));
  rememberRequestedMail(email);
}

/**
 * Sets the password of the signed-in user; the backend ends every other session. `currentPassword` proves that it is
 * still the owner; a session from a recovery link needs none.
 * @throws DataError `weak_password`, `same_password`, `current_password_invalid`, `reauthentication_needed`
 */
export async function changePassword(password: string, currentPassword?: string): Promise<void> {
  const proof = currentPassword === undefined ? {} : { current_password: currentPassword };
  unwrap(await getAuth().updateUser({ password, ...proof }));
}

/**
 * Changes the address: at once, or after the links in the mails were opened, as the backend is configured.
 * @returns the address that waits for these links; null for none
 * @throws DataError `email_exists`, `email_address_invalid`, `current_password_invalid`, `over_email_send_rate_limit`
 */
export async function changeEmail(email: string, currentPassword: string): Promise<string | null> {
  const changes = { email, current_password: currentPassword };
  const { user } = unwrap(await getAuth().updateUser(changes, { emailRedirectTo: returnAddress('/login') }));
  return user?.new_email ?? null;
}

/** Ends the session of this device, or of a link that opened one, and no other. */
export async function endThisSession(): Promise<void> {
  await getAuth().signOut({ scope: 'local' });
}

/** Ends the sessions of this account on every other device. */
export async function endOtherSessions(): Promise<void> {
  unwrap(await getAuth().signOut({ scope: 'others' }));
}

type AuthOptions = NonNullable<ConstructorParameters<typeof AuthClient>[0]>;

/** A separate auth client: it never changes the session of the app. */
export function createAuthClientBeside(storageKey: string, options: AuthOptions = {}): GoTrueClient {
  return new AuthClient({
    url: `${getEnvironment().backendUrl}/auth/v1`,
    fetch: withApiKey(fetch),
    storageKey,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    ...options,
  });
}

/** Whether a link of the office started the session: it acts for the owner only after the password was entered on it. */
export function isDeviceSession(): boolean {
  const { amr = [] } = claimsOf(storedSession()?.access_token ?? '');
  return amr.some(({ method }) => method === 'device');
}

/**
 * Checks the password of the account: signs in with a separate client, and out again. A device that a link has set up may
 * then act for the owner for ten minutes.
 * @throws DataError `current_password_invalid`, `over_request_rate_limit`, `network`
 */
export async function confirmPassword(email: string, password: string): Promise<void> {
  const client = createAuthClientBeside('password-check');
  const { error } = await client.signInWithPassword({ email, password });
  if (!error) {
    await client.signOut({ scope: 'local' });
    if (isDeviceSession()) unwrap(await getAuth().updateUser({ current_password: password }));
    return;
  }
  const failure = toDataError(error);
  if (failure.code !== 'invalid_credentials') throw failure;
  throw new DataError('current_password_invalid', failure.message, failure.status);
}
