import { json, redirect, type Reply } from '../../http/reply.ts';
import { requireUser } from '../domain/callers/caller.ts';
import { requireManualLinking } from '../domain/external/account.ts';
import { beginFlow } from '../domain/external/flow.ts';
import { requireRecentSignIn } from '../domain/callers/owner-proof.ts';
import type { AuthRequest } from '../request.ts';

/**
 * GET /user/identities/authorize?provider=&skip_http_redirect=: like /authorize, for an identity that joins the caller's
 * account. With `skip_http_redirect`, which the official client always sends, it responds with `{url}`.
 * @throws AuthError manual_linking_disabled; of `requireUser`, `requireRecentSignIn`, `beginFlow`
 */
export async function linkIdentity(request: AuthRequest): Promise<Reply> {
  requireManualLinking(request);
  await request.limits.token(request.network);
  const signedIn = await requireUser(request);
  await requireRecentSignIn(request, signedIn);
  const { url, headers } = await beginFlow(request, signedIn);
  const isJson = request.query('skip_http_redirect') === 'true';
  return isJson ? json({ url }, 200, headers) : redirect(302, url, headers);
}
