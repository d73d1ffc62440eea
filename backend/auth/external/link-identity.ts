import type { Context as HttpContext } from 'hono';
import { requireUser } from '../caller.ts';
import { AuthError } from '../errors.ts';
import { beginFlow } from './flow.ts';
import { requestVisitor, type Auth } from '../services.ts';

/** @throws AuthError manual_linking_disabled, before anything else is looked at */
export function requireManualLinking(auth: Auth): void {
  if (!auth.settings.enable_manual_linking) throw new AuthError('manual_linking_disabled');
}

/**
 * GET /user/identities/authorize?provider=&skip_http_redirect=: as /authorize, for an identity that the caller wants to
 * have besides. `{url}` with `skip_http_redirect`, which the client always sends.
 */
export async function linkIdentity(auth: Auth, c: HttpContext): Promise<Response> {
  requireManualLinking(auth);
  await auth.limits.token(requestVisitor(auth, c));
  const { href } = await beginFlow(auth, c, await requireUser(auth, c));
  return c.req.query('skip_http_redirect') === 'true' ? c.json({ url: href }) : c.redirect(href, 302);
}
