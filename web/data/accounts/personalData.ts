import { chileanDay } from '../../../shared/chile/time.ts';
import { downloadText } from '../../util/download.ts';
import type { Json } from '../../../shared/database.types.ts';
import { callFunction } from '../client.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';

/** Everything that is kept about a person, by heading, as `personal_data` returns it. */
export type PersonalData = Readonly<Record<string, Json>>;

/**
 * Downloads all data about a person as a file. Administrators may read anybody's.
 * @throws DataError `forbidden`, `user_not_found`
 */
export async function downloadPersonalData(email: string, userId: string): Promise<void> {
  downloadPersonalFile(email, unwrap(await getDatabase().rpc('personal_data', { person: userId })));
}

/** Saves personal data as a file. @param subject begins its name */
export function downloadPersonalFile(subject: string, data: unknown): void {
  const text = JSON.stringify(data, null, 2);
  const name = `${subject.replace(/[^\w.@-]/g, '_')}-${chileanDay(new Date())}.json`;
  downloadText(text, name, 'application/json');
}

/**
 * Deletes the signed-in user's account with all data about the person. Ratings stay, anonymous.
 * @throws DataError `current_password_invalid`, `self_delete`, `over_request_rate_limit`
 */
export async function deleteOwnAccount(password: string): Promise<void> {
  await callFunction('my-data', { method: 'DELETE', body: { password } });
}
