import { AuthError } from '../errors.ts';
import { recordLogin, recordOwn } from '../recording.ts';
import type { Reply } from '../reply.ts';
import type { AuthRequest } from '../request.ts';
import { sessionResponse, startSession } from '../sessions/start.ts';
import { findUser, insertUser, type Metadata } from './users.ts';

/**
 * A sign-up without an address: only its session gives access to the account.
 * @throws AuthError anonymous_provider_disabled, over_request_rate_limit
 */
export async function signInAnonymously(request: AuthRequest, data: Metadata): Promise<Reply> {
  if (!request.settings.enable_anonymous_sign_ins) throw new AuthError('anonymous_provider_disabled');
  await request.limits.anonymous(request.network);
  const session = await request.db.transaction(async (transaction) => {
    const id = await insertUser(transaction, { raw_user_meta_data: data, is_anonymous: true });
    const user = (await findUser(transaction, id))!;
    const signIn = { user, method: 'anonymous', provider: 'anonymous' };
    return startSession(request, transaction, signIn);
  });
  recordOwn(request, 'user_signedup', session.user, { provider: 'anonymous' });
  recordLogin(request, session.user, 'anonymous', 'anonymous');
  return sessionResponse(session);
}
