import { callFunction, getDatabase } from '../client.ts';
import { unwrap } from '../errors.ts';

/**
 * Downloads all data about a person as a file. Administrators may read anybody's.
 * @throws DataError `forbidden`, `user_not_found`
 */
export async function downloadPersonalData(email: string, userId: string): Promise<void> {
  const data = unwrap(await getDatabase().rpc('personal_data', { person: userId }));
  const text = JSON.stringify(data, null, 2);
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${email.replace(/[^\w.@-]/g, '_')}-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  // The browser must have begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Deletes the signed-in user's account with all data about the person. Ratings stay, anonymous.
 * @throws DataError `current_password_invalid`, `self_delete`, `over_request_rate_limit`
 */
export async function deleteOwnAccount(password: string): Promise<void> {
  await callFunction('my-data', { method: 'DELETE', body: { password } });
}
