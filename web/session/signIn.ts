import { getAuth } from '../data/session/auth.ts';
import { unwrap } from '../data/errors.ts';

/** @throws DataError `invalid_credentials`, `email_not_confirmed`, `user_banned`, `over_request_rate_limit` */
export async function signIn(email: string, password: string): Promise<void> {
  unwrap(await getAuth().signInWithPassword({ email, password }));
}
