import type { Context as HttpContext } from 'hono';
import { AuthError } from '../errors.ts';
import { recordLogin, recordOwn } from '../recording.ts';
import { requestClient, requestVisitor, type Auth } from '../services.ts';
import { sessionResponse, startSession } from '../sessions/start.ts';
import { findUser, insertUser, type Metadata } from './users.ts';

/**
 * A sign-up without any address: a user that only this session is known by.
 * @throws AuthError anonymous_provider_disabled, signup_disabled, over_request_rate_limit
 */
export async function signInAnonymously(auth: Auth, c: HttpContext, data: Metadata): Promise<Response> {
  if (!auth.settings.enable_anonymous_sign_ins) throw new AuthError('anonymous_provider_disabled');
  await auth.limits.anonymous(requestVisitor(auth, c));
  const client = requestClient(auth, c);
  const session = await auth.db.transaction(async (transaction) => {
    const id = await insertUser(transaction, { raw_user_meta_data: data, is_anonymous: true });
    const user = (await findUser(transaction, id))!;
    return startSession(auth, transaction, { user, method: 'anonymous', provider: 'anonymous', client });
  });
  recordOwn(auth, c, 'user_signedup', session.user, { provider: 'anonymous' });
  recordLogin(auth, c, session.user, 'anonymous', 'anonymous');
  return sessionResponse(c, session);
}
