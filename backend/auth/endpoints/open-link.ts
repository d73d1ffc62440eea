import type { Queryable } from '../../db/database.ts';
import { empty, redirect, type Reply } from '../../http/reply.ts';
import { RedirectedError } from '../../service/errors.ts';
import { AuthError, invalid } from '../errors.ts';
import { attempting, signInAttempt } from '../domain/recording/failures.ts';
import { codeUrl, errorUrl, messageUrl, sessionUrl } from '../domain/flows/app-urls.ts';
import { findFlowStateOfUser, issueAuthCode } from '../store/flow-state.ts';
import { requestedRedirect } from '../domain/flows/redirects.ts';
import { recordLogin, type Recorder } from '../domain/recording/recording.ts';
import type { AuthRequest } from '../request.ts';
import { startSession, type SessionStarter } from '../domain/sessions/start.ts';
import { flowMethod } from '../domain/links-and-codes/mailed-links.ts';
import { isPkceLink } from '../domain/secrets/one-time-tokens.ts';
import { presentLink } from '../domain/links-and-codes/presented.ts';
import {
  announceRedeemed,
  awaitsOtherMessage,
  redeem,
  type Redeemed,
} from '../domain/links-and-codes/redeem.ts';
import type { Notifier } from '../domain/accounts/notices.ts';
import type { Auth } from '../context.ts';

/**
 * GET /verify?token=&type=&redirect_to=: the page behind a mailed link. 303 to the app with the session in the
 * fragment, with a code (PKCE), or with the error. A HEAD request, by which mail programs check links, and a browser's
 * prefetch leave the link valid.
 * @throws AuthError validation_failed, over_request_rate_limit; RedirectedError
 */
export async function openMailedLink(request: AuthRequest): Promise<Reply> {
  await request.limits.verification(request.network);
  const [link, type] = [request.query('token'), request.query('type')];
  if (type === '') throw invalid('Verify requires a verification type');
  if (link === '') throw invalid('Verify requires a token or a token hash');
  if (request.method === 'HEAD') return empty(200);
  // Browsers drop a failed prefetch, and fetch again when a person opens the link.
  if (request.headers.get('sec-purpose')?.startsWith('prefetch')) return empty(503);
  const target = requestedRedirect(request);
  try {
    const opening = attempting(request, signInAttempt('', type), () => open(request, target, type, link));
    return redirect(303, await opening);
  } catch (thrown) {
    throw new RedirectedError(thrown, (error) => errorUrl(target, error, isPkceLink(link)));
  }
}

/** Redeems the link. @returns the app's address to redirect to */
async function open(
  request: Notifier & Recorder & SessionStarter & Pick<Auth, 'db' | 'oneTimeTokens'>,
  target: string,
  type: string,
  link: string,
): Promise<string> {
  const presented = presentLink(request, type, link);
  const { redeemed, url } = await request.db.transaction(async (transaction) => {
    const result = await redeem(request, transaction, presented);
    if (result.awaitsOther) return { redeemed: result, url: messageUrl(target, awaitsOtherMessage) };
    if (isPkceLink(link))
      return { redeemed: result, url: codeUrl(target, await codeFor(transaction, result, type)) };
    const signIn = { user: result.user, method: presented.method, provider: 'email' };
    const session = await startSession(request, transaction, signIn);
    return { redeemed: result, url: sessionUrl(target, session, { type }) };
  });
  announceRedeemed(request, redeemed);
  if (!redeemed.awaitsOther && !isPkceLink(link))
    recordLogin(request, redeemed.user, presented.method, 'email');
  return url;
}

/** The code that the app exchanges for a session. @throws AuthError flow_state_not_found */
async function codeFor(transaction: Queryable, redeemed: Redeemed, type: string): Promise<string> {
  const userId = redeemed.user.id;
  const flow = await findFlowStateOfUser(transaction, userId, methodOf(type, redeemed));
  if (!flow) throw new AuthError('flow_state_not_found');
  return issueAuthCode(transaction, flow.id, { user_id: userId });
}

/** The method of the flow; the type `email` stands for two kinds of links. */
function methodOf(type: string, { kind }: Redeemed): string {
  if (type !== 'email') return type === 'signup' ? flowMethod(type) : type;
  return kind === 'confirmation_token' ? flowMethod('signup') : 'magiclink';
}
