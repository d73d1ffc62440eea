import { AuthClient, type User } from '@supabase/auth-js';
import { rememberAskedMail } from './requestedMail.ts';
import { withApiKey } from '../apiKey.ts';
import { getAuth } from '../client.ts';
import { getEnvironment } from '../environment.ts';
import { DataError, toDataError } from '../errors.ts';

/** Where the links in our mails come back to. */
export function returnAddress(path: '/' | '/login'): string {
  return window.location.origin + path;
}

/**
 * Asks for a mail with a link to choose a new password. Succeeds for an unknown address too: nobody learns who has
 * an account.
 * @throws DataError `over_email_send_rate_limit`, `over_request_rate_limit`, `network`
 */
export async function requestPasswordMail(email: string): Promise<void> {
  const { error } = await getAuth().resetPasswordForEmail(email, { redirectTo: returnAddress('/login') });
  if (error) throw toDataError(error);
  rememberAskedMail(email);
}

/**
 * Sets the password of whoever is signed in; the backend ends every other session. `currentPassword` is the proof
 * that it is still the owner; a session from a recovery link needs none.
 * @throws DataError `weak_password`, `same_password`, `current_password_invalid`, `reauthentication_needed`
 */
export async function changePassword(password: string, currentPassword?: string): Promise<void> {
  const proof = currentPassword === undefined ? {} : { current_password: currentPassword };
  const { error } = await getAuth().updateUser({ password, ...proof });
  if (error) throw toDataError(error);
}

/**
 * Changes the address. The user of the answer has it already (`email`), or waits until the links in the mails are
 * opened (`new_email`), as the backend is configured.
 * @throws DataError `email_exists`, `email_address_invalid`, `current_password_invalid`, `over_email_send_rate_limit`
 */
export async function changeEmail(email: string, currentPassword: string): Promise<User> {
  const { data, error } = await getAuth().updateUser(
    { email, current_password: currentPassword },
    { emailRedirectTo: returnAddress('/login') },
  );
  if (error) throw toDataError(error);
  return data.user;
}

/** Gives up choosing a new password: ends the session of the link and no other. */
export async function leaveRecovery(): Promise<void> {
  await getAuth().signOut({ scope: 'local' });
}

/** Ends the sessions of this account on every other device. */
export async function endOtherSessions(): Promise<void> {
  const { error } = await getAuth().signOut({ scope: 'others' });
  if (error) throw toDataError(error);
}

/** An auth client beside the app's own: whatever it does, the session of the app goes on unchanged. */
export function createAuthClientBeside(storageKey: string): InstanceType<typeof AuthClient> {
  return new AuthClient({
    url: `${getEnvironment().backendUrl}/auth/v1`,
    fetch: withApiKey(fetch),
    storageKey,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}

/**
 * Whether the person at this device knows the password of the account. Signs in beside the session of the app,
 * which goes on unchanged, and out again.
 * @throws DataError `current_password_invalid`, `over_request_rate_limit`, `network`
 */
export async function confirmPassword(email: string, password: string): Promise<void> {
  const client = createAuthClientBeside('password-check');
  const { error } = await client.signInWithPassword({ email, password });
  if (!error) {
    await client.signOut({ scope: 'local' });
    return;
  }
  const failure = toDataError(error);
  if (failure.code !== 'invalid_credentials') throw failure;
  throw new DataError('current_password_invalid', failure.message, failure.status);
}
