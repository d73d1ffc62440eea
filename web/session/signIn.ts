import { getAuth } from '../data/client.ts';
import { toDataError } from '../data/errors.ts';

/** @throws DataError `invalid_credentials`, `email_not_confirmed`, `user_banned`, `over_request_rate_limit` */
export async function signIn(email: string, password: string): Promise<void> {
  const { error } = await getAuth().signInWithPassword({ email, password });
  if (error) throw toDataError(error);
}
