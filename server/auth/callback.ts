import type { Context as HttpContext } from 'hono';
import { readBody } from '../http/body.ts';
import { redirectedError } from './error-response.ts';
import { AuthError } from './errors.ts';
import { arrive, link } from './external/account.ts';
import { codeUrl, errorUrl, sessionUrl } from './external/app-redirect.ts';
import { exchangeAnswer, returnToFlow, type ReturnedFlow } from './external/flow.ts';
import { attempting, recordFailure, signInAttempt } from './failures.ts';
import { issueAuthCode } from './flow-state.ts';
import { recordLogin, recordOwn } from './recording.ts';
import { siteUrl } from './redirects.ts';
import { requestClient, requestVisitor, type Auth } from './services.ts';
import { startSession } from './session-start.ts';

const maxBytes = 64 * 1024;

/** What the provider sends: in the query, or in a form that it posts (Apple). */
async function readAnswer(c: HttpContext): Promise<URLSearchParams> {
  const query = new URL(c.req.url).searchParams;
  if (c.req.method !== 'POST') return query;
  const form = new URLSearchParams((await readBody(c.req.raw, maxBytes)).toString('utf8'));
  for (const [name, value] of query) if (!form.has(name)) form.append(name, value);
  return form;
}

/** Signs the person in, or links the identity, and gives the address of the app to go on at. */
async function complete(auth: Auth, c: HttpContext, returned: ReturnedFlow, answer: URLSearchParams) {
  const { flow } = returned;
  const target = flow.referrer ?? siteUrl(auth);
  const { arrival, tokens } = await exchangeAnswer(auth, returned, answer);
  const client = requestClient(auth, c);
  const { user, url } = await auth.db.transaction(async (transaction) => {
    const person =
      flow.linking_target_id === null
        ? await arrive(auth, transaction, arrival)
        : await link(transaction, flow.linking_target_id, arrival);
    if (flow.code_challenge === null) {
      const signIn = { user: person, method: 'oauth', provider: arrival.provider, client };
      const session = await startSession(auth, transaction, signIn);
      return { user: person, url: sessionUrl(target, session, tokens) };
    }
    const code = await issueAuthCode(transaction, flow.id, {
      userId: person.id,
      providerAccessToken: tokens.accessToken ?? undefined,
      providerRefreshToken: tokens.refreshToken ?? undefined,
    });
    if (code === undefined) throw new AuthError('flow_state_already_used');
    return { user: person, url: codeUrl(target, code) };
  });
  const { provider } = arrival;
  if (flow.linking_target_id !== null) recordOwn(auth, c, 'identity_linked', user, { provider });
  if (flow.code_challenge === null) recordLogin(auth, c, user, 'oauth', provider);
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
    const returned = await returnToFlow(auth, answer.get('state') ?? '');
    target = returned.flow.referrer ?? target;
    const attempt = signInAttempt('', 'oauth');
    return c.redirect(await attempting(attempt, () => complete(auth, c, returned, answer)), 302);
  } catch (thrown) {
    await recordFailure(auth, c, thrown);
    return c.redirect(errorUrl(target, redirectedError(thrown, c, auth.log)), 303);
  }
}
