import type { Queryable } from '../../db/database.ts';
import { redirect, type Reply } from '../../http/reply.ts';
import { RedirectedError } from '../../service/errors.ts';
import { AuthError } from '../errors.ts';
import { arrive, link, rejectOwned } from '../domain/external/account.ts';
import type { ProviderArrival } from '../store/identities.ts';
import { codeUrl, errorUrl, providerTokens, sessionUrl } from '../domain/flows/app-urls.ts';
import { exchangeResponse, returnToFlow, type ReturnedFlow } from '../domain/external/flow.ts';
import { attempting, signInAttempt } from '../domain/recording/failures.ts';
import { issueAuthCode, type FlowStateRow } from '../store/flow-state.ts';
import { announceTakeOver, type Notifier } from '../domain/accounts/notices.ts';
import { recordLogin, recordOwn, type Recorder } from '../domain/recording/recording.ts';
import { siteUrl } from '../domain/flows/redirects.ts';
import { startSession, type SessionStarter } from '../domain/sessions/start.ts';
import { findUser } from '../store/users.ts';
import type { AuthRequest } from '../request.ts';
import type { Auth } from '../context.ts';

const maxBytes = 64 * 1024;

/**
 * GET and POST /callback?state=&code=: 302 to the app with a code (PKCE) or with the session in the fragment; 303 with
 * an error in query and fragment.
 */
export async function callback(request: AuthRequest): Promise<Reply> {
  await request.limits.token(request.network);
  const response = await readResponse(request);
  let target = siteUrl(request);
  try {
    const returned = await returnToFlow(request, response.get('state') ?? '');
    target = returned.flow.referrer ?? target;
    const attempt = signInAttempt('', 'oauth');
    return redirect(302, await attempting(request, attempt, () => complete(request, returned, response)));
  } catch (thrown) {
    throw new RedirectedError(thrown, (error) => errorUrl(target, error));
  }
}

/** Signs the person in, or links the identity. @returns the app's address to redirect to */
async function complete(
  request: Notifier & Recorder & SessionStarter & Pick<Auth, 'autoconfirm' | 'db' | 'providers'>,
  returned: ReturnedFlow,
  response: URLSearchParams,
) {
  const { flow } = returned;
  const target = flow.referrer ?? siteUrl(request);
  const { arrival, tokens } = await exchangeResponse(request, returned, response);
  const isLink = flow.linking_target_id !== null;
  const completed = await request.db.transaction(async (transaction) => {
    const account = await findAccount(request, transaction, flow, arrival);
    if (flow.code_challenge === null) {
      const signIn = { user: account.user, method: 'oauth', provider: arrival.provider };
      const session = await startSession(request, transaction, signIn);
      return { ...account, url: sessionUrl(target, session, providerTokens(tokens)) };
    }
    const code = await issueAuthCode(transaction, flow.id, {
      user_id: account.user.id,
      ...tokens,
      pending_identity: isLink ? arrival : null,
    });
    return { ...account, url: codeUrl(target, code) };
  });
  const { provider } = arrival;
  const { user, takenOver, url } = completed;
  if (takenOver) announceTakeOver(request, user, provider);
  if (flow.code_challenge === null) {
    if (isLink) recordOwn(request, 'identity_linked', user, { provider });
    recordLogin(request, user, 'oauth', provider);
  }
  return url;
}

/**
 * The account that the person signs in to, or that the identity joins. With PKCE the identity joins when the code is
 * exchanged: only the verifier proves that the account's own app requested the link.
 */
async function findAccount(
  auth: Pick<Auth, 'autoconfirm' | 'settings'>,
  transaction: Queryable,
  flow: FlowStateRow,
  arrival: ProviderArrival,
) {
  const { linking_target_id: target } = flow;
  if (target === null) return arrive(auth, transaction, arrival);
  if (flow.code_challenge === null)
    return { user: await link(transaction, target, arrival), takenOver: false };
  await rejectOwned(transaction, target, arrival);
  const user = await findUser(transaction, target);
  if (!user) throw new AuthError('user_not_found');
  return { user, takenOver: false };
}

/** The provider's response: the query, or a posted form (Apple). */
async function readResponse(
  request: Pick<AuthRequest, 'method' | 'readBody' | 'parameters'>,
): Promise<URLSearchParams> {
  const query = request.parameters;
  if (request.method !== 'POST') return query;
  const form = new URLSearchParams((await request.readBody(maxBytes)).toString('utf8'));
  for (const [name, value] of query) if (!form.has(name)) form.append(name, value);
  return form;
}
