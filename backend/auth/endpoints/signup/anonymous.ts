import type { Reply } from '../../../http/reply.ts';
import { recordLogin, recordOwn, type Recorder } from '../../domain/recording/recording.ts';
import { sessionResponse, startSession, type SessionStarter } from '../../domain/sessions/start.ts';
import type { Auth } from '../../context.ts';
import { AuthError } from '../../errors.ts';
import { insertUser, type Metadata } from '../../store/users.ts';

/**
 * A sign-up without an address: only its session gives access to the account.
 * @throws AuthError anonymous_provider_disabled, over_request_rate_limit
 */
export async function signUpAnonymously(
  request: Recorder & SessionStarter & Pick<Auth, 'db' | 'limits'>,
  data: Metadata,
): Promise<Reply> {
  if (!request.settings.enable_anonymous_sign_ins) throw new AuthError('anonymous_provider_disabled');
  await request.limits.anonymous(request.network);
  const session = await request.db.transaction(async (transaction) => {
    const user = await insertUser(transaction, { raw_user_meta_data: data, is_anonymous: true });
    const signIn = { user, method: 'anonymous', provider: 'anonymous' };
    return startSession(request, transaction, signIn);
  });
  recordOwn(request, 'user_signedup', session.user, { provider: 'anonymous' });
  recordLogin(request, session.user, 'anonymous', 'anonymous');
  return sessionResponse(session);
}
