import type { Context as HttpContext } from 'hono';
import type { Queryable } from '../../db/database.ts';
import { redirectedError } from '../error-response.ts';
import { AuthError, invalid } from '../errors.ts';
import { codeUrl, errorUrl, messageUrl, sessionUrl } from '../flows/app-urls.ts';
import { findFlowStateOfUser, issueAuthCode } from '../flows/flow-state.ts';
import { attempting, recordFailure, signInAttempt } from '../failures.ts';
import { flowMethod } from './mailed-links.ts';
import { notifyEmailChange } from '../accounts/notices.ts';
import { isPkceLink } from './one-time-tokens.ts';
import { recordLogin, recordRedeemed } from '../recording.ts';
import { requestedRedirect } from '../flows/redirects.ts';
import { requestClient, requestVisitor, type Auth } from '../services.ts';
import { startSession } from '../sessions/start.ts';
import { redeem, type Redeemed } from './redeem.ts';
import { presentLink } from './presented.ts';
import { awaitsOtherMessage, badLinkMessage } from './verify.ts';

/** `email` stands for either kind of link; the flow is named after the one that it was. */
function methodOf(type: string, { kind }: Redeemed): string {
  if (type !== 'email') return type === 'signup' ? flowMethod(type) : type;
  return kind === 'confirmation_token' ? flowMethod('signup') : 'magiclink';
}

/** The code that the app exchanges for a session. Throws AuthError flow_state_not_found. */
async function codeFor(transaction: Queryable, redeemed: Redeemed, type: string): Promise<string> {
  const userId = redeemed.user.id;
  const flow = await findFlowStateOfUser(transaction, userId, methodOf(type, redeemed));
  const code = flow && (await issueAuthCode(transaction, flow.id, { userId }));
  if (code === undefined) throw new AuthError('flow_state_not_found');
  return code;
}

interface Opened {
  readonly target: string;
  readonly type: string;
  readonly link: string;
}

/** Redeems the link and gives the address of the app to go on at. */
async function open(auth: Auth, c: HttpContext, { target, type, link }: Opened): Promise<string> {
  const presented = presentLink(auth, type, link);
  const client = requestClient(auth, c);
  const { redeemed, url } = await auth.db.transaction(async (transaction) => {
    const result = await redeem(auth, transaction, presented);
    const { user } = result;
    if (result.awaitsOther) return { redeemed: result, url: messageUrl(target, awaitsOtherMessage) };
    if (isPkceLink(link))
      return { redeemed: result, url: codeUrl(target, await codeFor(transaction, result, type)) };
    const signIn = { user, method: 'otp', provider: 'email', client };
    const session = await startSession(auth, transaction, signIn);
    return { redeemed: result, url: sessionUrl(target, session, undefined, type) };
  });
  recordRedeemed(auth, c, redeemed);
  if (!redeemed.awaitsOther && !isPkceLink(link)) recordLogin(auth, c, redeemed.user, 'otp', 'email');
  if (redeemed.formerEmail) notifyEmailChange(auth, c, redeemed.user, redeemed.formerEmail);
  return url;
}

/**
 * GET /verify?token=&type=&redirect_to=: the page behind a mailed link. 303 to the app: with the session in the
 * fragment, with a code (PKCE), or with what went wrong (wire §5). A HEAD request, by which mail programs look at
 * links, and a prefetch of a browser use nothing up.
 * @throws AuthError validation_failed, over_request_rate_limit: answered here
 */
export async function verifyLink(auth: Auth, c: HttpContext): Promise<Response> {
  await auth.limits.verification(requestVisitor(auth, c));
  const { token: link = '', type = '' } = c.req.query();
  if (type === '') throw invalid('Verify requires a verification type');
  if (link === '') throw invalid('Verify requires a token or a token hash');
  if (c.req.method === 'HEAD') return c.body(null, 200);
  // A browser drops what it fetched ahead unless that succeeded, and asks again when the link is really opened.
  if (c.req.header('sec-purpose')?.startsWith('prefetch')) return c.body(null, 503);
  const target = requestedRedirect(auth, c);
  try {
    const url = await attempting(signInAttempt('', type), () => open(auth, c, { target, type, link }));
    return c.redirect(url, 303);
  } catch (thrown) {
    await recordFailure(auth, c, thrown);
    const isBadLink = thrown instanceof AuthError && thrown.code === 'otp_expired';
    const error = isBadLink ? new AuthError('otp_expired', { message: badLinkMessage }) : thrown;
    return c.redirect(errorUrl(target, redirectedError(error, c, auth.log), isPkceLink(link)), 303);
  }
}
