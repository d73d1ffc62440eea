import type { Json } from '../../../shared/database.types.ts';
import { callFunction, getDatabase } from '../client.ts';
import { unwrap } from '../errors.ts';

/**
 * Everything that is held about a person, as one document. Administrators may ask for anybody.
 * @throws DataError `forbidden`, `user_not_found`
 */
async function getPersonalData(userId: string): Promise<Json> {
  return unwrap(await getDatabase().rpc('personal_data', { person: userId }));
}

/** Puts everything that is held about a person into a file of this device. @throws DataError as above */
export async function downloadPersonalData(email: string, userId: string): Promise<void> {
  const text = JSON.stringify(await getPersonalData(userId), null, 2);
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${email.replace(/[^\w.@-]/g, '_')}-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  // The browser has to have begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Deletes the account of whoever is signed in, with everything that is held about them. Its ratings stay, anonymous.
 * @throws DataError `current_password_invalid`, `self_delete`, `over_request_rate_limit`
 */
export async function deleteOwnAccount(password: string): Promise<void> {
  await callFunction('my-data', { method: 'DELETE', body: { password } });
}
