import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import type { Queryable } from '../../../db/database.ts';
import { isBanned } from '../../caller.ts';
import { readJson, text } from '../../body.ts';
import { AuthError, invalid } from '../../errors.ts';
import {
  deleteFlowState,
  isFlowStateExpired,
  lockFlowStateByCode,
  type FlowStateRow,
} from '../../flows/flow-state.ts';
import { link } from '../../external/account.ts';
import { attempting, signInAttempt } from '../../failures.ts';
import { verifiesChallenge } from '../../flows/pkce.ts';
import { recordLogin, recordOwn } from '../../recording.ts';
import { requestClient, requestVisitor, type Auth } from '../../services.ts';
import { sessionResponse, startSession } from '../start.ts';
import { findUser, type UserRow } from '../../accounts/users.ts';

const bodySchema = v.object({ auth_code: text, code_verifier: text });

/**
 * The flow that a code belongs to, and its user, once the verifier has proved that it is the app that began it.
 * @throws AuthError flow_state_not_found, flow_state_expired, bad_code_verifier, user_not_found, user_banned
 */
async function complete(
  transaction: Queryable,
  { auth_code: code, code_verifier: verifier }: v.InferOutput<typeof bodySchema>,
): Promise<{ flow: FlowStateRow; user: UserRow }> {
  const flow = await lockFlowStateByCode(transaction, code);
  if (!flow?.user_id || flow.code_challenge === null || flow.code_challenge_method === null)
    throw new AuthError('flow_state_not_found');
  if (isFlowStateExpired(flow)) throw new AuthError('flow_state_expired');
  const challenge = { challenge: flow.code_challenge, method: flow.code_challenge_method };
  if (!verifiesChallenge(challenge, verifier)) throw new AuthError('bad_code_verifier');
  const user = await findUser(transaction, flow.user_id);
  if (!user) throw new AuthError('user_not_found');
  if (isBanned(user)) throw new AuthError('user_banned', { status: 400 });
  return { flow, user };
}

/**
 * POST /token?grant_type=pkce: a Session for the code that a link or a provider sent the app back with, once, and
 * within five minutes. With the provider's tokens, if there are any.
 * @throws AuthError as wire §4
 */
export async function pkceGrant(auth: Auth, c: HttpContext): Promise<Response> {
  const attempt = await auth.limits.token(requestVisitor(auth, c));
  const body = await readJson(c.req.raw, bodySchema);
  if (body.auth_code === '' || body.code_verifier === '')
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  const client = requestClient(auth, c);
  const redeem = async (transaction: Queryable) => {
    const completed = await complete(transaction, body);
    await deleteFlowState(transaction, completed.flow.id);
    const {
      authentication_method: method,
      provider_type: provider,
      pending_identity: arrival,
    } = completed.flow;
    const user = arrival ? await link(transaction, completed.user.id, arrival) : completed.user;
    const signIn = { user, method, provider, client };
    return { session: await startSession(auth, transaction, signIn), flow: completed.flow };
  };
  const { session, flow } = await attempting(signInAttempt('', 'pkce'), () => auth.db.transaction(redeem));
  await attempt.refund();
  if (flow.pending_identity)
    recordOwn(auth, c, 'identity_linked', session.user, { provider: flow.provider_type });
  recordLogin(auth, c, session.user, flow.authentication_method, flow.provider_type);
  return sessionResponse(c, session, {
    ...(flow.provider_access_token !== null && { provider_token: flow.provider_access_token }),
    ...(flow.provider_refresh_token !== null && { provider_refresh_token: flow.provider_refresh_token }),
  });
}
