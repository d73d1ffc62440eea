import * as v from 'valibot';
import type { Queryable } from '../../../db/database.ts';
import type { Reply } from '../../../http/reply.ts';
import { readJson, text } from '../../body.ts';
import { AuthError, invalid } from '../../errors.ts';
import {
  deleteFlowState,
  isFlowStateExpired,
  lockFlowStateByCode,
  type FlowStateRow,
} from '../../store/flow-state.ts';
import { providerTokens } from '../../domain/flows/app-urls.ts';
import { link } from '../../domain/external/account.ts';
import { attempting, signInAttempt } from '../../domain/recording/failures.ts';
import { verifiesChallenge } from '../../domain/flows/pkce.ts';
import { recordLogin, recordOwn } from '../../domain/recording/recording.ts';
import { sessionResponse, startSession } from '../../domain/sessions/start.ts';
import { findUser, isBanned, type AuthUser } from '../../store/users.ts';
import type { AuthRequest } from '../../request.ts';

const bodySchema = v.object({ auth_code: text, code_verifier: text });

/**
 * POST /token?grant_type=pkce: a Session, with the provider's tokens if there are any, for the code in a redirect to the
 * app. A code is valid once, for five minutes.
 * @throws AuthError validation_failed, identity_already_exists, over_request_rate_limit; of `complete`
 */
export async function pkceGrant(request: AuthRequest): Promise<Reply> {
  const attempt = await request.limits.token(request.network);
  const body = await readJson(request, bodySchema);
  if (body.auth_code === '' || body.code_verifier === '')
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  const redeem = async (transaction: Queryable) => {
    const completed = await complete(transaction, body);
    await deleteFlowState(transaction, completed.flow.id);
    const { authentication_method: method, provider_type: provider, pending_identity } = completed.flow;
    const user = pending_identity
      ? await link(transaction, completed.user.id, pending_identity)
      : completed.user;
    const signIn = { user, method, provider };
    return { session: await startSession(request, transaction, signIn), flow: completed.flow };
  };
  const { session, flow } = await attempting(request, signInAttempt('', 'pkce'), () =>
    request.db.transaction(redeem),
  );
  await attempt.refund();
  if (flow.pending_identity)
    recordOwn(request, 'identity_linked', session.user, { provider: flow.provider_type });
  recordLogin(request, session.user, flow.authentication_method, flow.provider_type);
  return sessionResponse(session, providerTokens(flow));
}

/**
 * The flow of a code and its user, after the verifier has proved that the same app began the flow.
 * @throws AuthError flow_state_not_found, flow_state_expired, bad_code_verifier, user_not_found, user_banned
 */
async function complete(
  transaction: Queryable,
  { auth_code: code, code_verifier: verifier }: v.InferOutput<typeof bodySchema>,
): Promise<{ flow: FlowStateRow; user: AuthUser }> {
  const flow = await lockFlowStateByCode(transaction, code);
  if (!flow?.user_id || flow.code_challenge === null || flow.code_challenge_method === null)
    throw new AuthError('flow_state_not_found');
  if (isFlowStateExpired(flow)) throw new AuthError('flow_state_expired');
  const challenge = {
    code_challenge: flow.code_challenge,
    code_challenge_method: flow.code_challenge_method,
  };
  if (!verifiesChallenge(challenge, verifier)) throw new AuthError('bad_code_verifier');
  const user = await findUser(transaction, flow.user_id);
  if (!user) throw new AuthError('user_not_found');
  if (isBanned(user)) throw new AuthError('user_banned', { status: 400 });
  return { flow, user };
}
