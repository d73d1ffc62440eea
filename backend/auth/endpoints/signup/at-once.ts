import type { Reply } from '../../../http/reply.ts';
import type { AccountValues } from '../../domain/accounts/new-account.ts';
import { recordRepeatedSignup, registerAccount } from '../../domain/accounts/registration.ts';
import { recordLogin, recordOwn, type Recorder } from '../../domain/recording/recording.ts';
import { sessionResponse, startSession, type SessionStarter } from '../../domain/sessions/start.ts';
import type { Auth } from '../../context.ts';
import { AuthError } from '../../errors.ts';

/** A sign-up whose address counts as confirmed at once (autoconfirm): a Session. @throws AuthError user_already_exists */
export async function signUpAtOnce(
  request: Recorder & SessionStarter & Pick<Auth, 'db'>,
  account: AccountValues,
): Promise<Reply> {
  const { provider } = account;
  const session = await registerAccount(request, { ...account, confirmed: true }, (transaction, user) =>
    startSession(request, transaction, { user, method: 'password', provider }),
  );
  if (!session) {
    recordRepeatedSignup(request, account);
    throw new AuthError('user_already_exists');
  }
  recordOwn(request, 'user_signedup', session.user, { provider });
  recordLogin(request, session.user, 'password', provider);
  return sessionResponse(session);
}
