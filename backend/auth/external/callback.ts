import type { Context as HttpContext } from 'hono';
import { readBody } from '../../service/body.ts';
import { redirectedError } from '../error-response.ts';
import type { Queryable } from '../../db/database.ts';
import { AuthError } from '../errors.ts';
import { arrive, link, refuseOwned, type Arrival, type Arrived } from './account.ts';
import { codeUrl, errorUrl, sessionUrl } from '../flows/app-urls.ts';
import { exchangeAnswer, returnToFlow, type ReturnedFlow } from './flow.ts';
import { attempting, recordFailure, signInAttempt } from '../failures.ts';
import { issueAuthCode, type FlowStateRow } from '../flows/flow-state.ts';
import { announceTakeOver } from '../accounts/notices.ts';
import { recordLogin, recordOwn } from '../recording.ts';
import { siteUrl } from '../flows/redirects.ts';
import { requestClient, requestVisitor, type Auth } from '../services.ts';
import { startSession } from '../sessions/start.ts';
import { findUser } from '../accounts/users.ts';

const maxBytes = 64 * 1024;

/** What the provider sends: in the query, or in a form that it posts (Apple). */
async function readAnswer(c: HttpContext): Promise<URLSearchParams> {
  const query = new URL(c.req.url).searchParams;
  if (c.req.method !== 'POST') return query;
  const form = new URLSearchParams((await readBody(c.req.raw, maxBytes)).toString('utf8'));
  for (const [name, value] of query) if (!form.has(name)) form.append(name, value);
  return form;
}

/**
 * The account that the person signs in to, or that the identity joins. With PKCE the identity joins when the code is
 * exchanged: until then nobody knows that it is the app of that account which asked.
 */
async function findAccount(auth: Auth, transaction: Queryable, flow: FlowStateRow, arrival: Arrival) {
  const { linking_target_id: target } = flow;
  if (target === null) return arrive(auth, transaction, arrival);
  if (flow.code_challenge === null)
    return { user: await link(transaction, target, arrival), takenOver: false };
  await refuseOwned(transaction, target, arrival);
  const user = await findUser(transaction, target);
  if (!user) throw new AuthError('user_not_found');
  return { user, takenOver: false };
}

interface Completed extends Arrived {
  readonly url: string;
}

/** Signs the person in, or links the identity, and gives the address of the app to go on at. */
async function complete(auth: Auth, c: HttpContext, returned: ReturnedFlow, answer: URLSearchParams) {
  const { flow } = returned;
  const target = flow.referrer ?? siteUrl(auth);
  const { arrival, tokens } = await exchangeAnswer(auth, returned, answer);
  const client = requestClient(auth, c);
  const isLink = flow.linking_target_id !== null;
  const completed = await auth.db.transaction(async (transaction): Promise<Completed> => {
    const account = await findAccount(auth, transaction, flow, arrival);
    if (flow.code_challenge === null) {
      const signIn = { user: account.user, method: 'oauth', provider: arrival.provider, client };
      const session = await startSession(auth, transaction, signIn);
      return { ...account, url: sessionUrl(target, session, tokens) };
    }
    const code = await issueAuthCode(transaction, flow.id, {
      userId: account.user.id,
      providerAccessToken: tokens.accessToken ?? undefined,
      providerRefreshToken: tokens.refreshToken ?? undefined,
      pendingIdentity: isLink ? arrival : undefined,
    });
    if (code === undefined) throw new AuthError('flow_state_already_used');
    return { ...account, url: codeUrl(target, code) };
  });
  const { provider } = arrival;
  const { user, takenOver, url } = completed;
  if (takenOver) announceTakeOver(auth, c, user, provider);
  if (flow.code_challenge === null) {
    if (isLink) recordOwn(auth, c, 'identity_linked', user, { provider });
    recordLogin(auth, c, user, 'oauth', provider);
  }
  return url;
}

/**
 * GET and POST /callback?state=&code=: 302 to the app, with a code (PKCE) or with the session in the fragment. What
 * goes wrong is told to the app, in query and fragment (wire §6).
 */
export async function callback(auth: Auth, c: HttpContext): Promise<Response> {
  await auth.limits.token(requestVisitor(auth, c));
  const answer = await readAnswer(c);
  let target = siteUrl(auth);
  try {
    const returned = await returnToFlow(auth, c, answer.get('state') ?? '');
    target = returned.flow.referrer ?? target;
    const attempt = signInAttempt('', 'oauth');
    return c.redirect(await attempting(attempt, () => complete(auth, c, returned, answer)), 302);
  } catch (thrown) {
    await recordFailure(auth, c, thrown);
    return c.redirect(errorUrl(target, redirectedError(thrown, c, auth.log)), 303);
  }
}
