import { createHash } from 'node:crypto';
import { generateCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { RequestHeaders } from '../../../http/request.ts';
import { flowLifetimeMs } from '../../store/flow-state.ts';
import type { Auth } from '../../context.ts';
import type { ExternalProvider } from '../providers/provider.ts';
import { callbackUrl } from '../providers/registry.ts';

const cookieName = 'auth-flow';

function hashState(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}

/**
 * The cookie that lets only this browser return to /callback with `state`: a link to another person's /callback must
 * not sign anybody in. The latest flow of a browser replaces the previous one.
 */
export function flowCookie(auth: Pick<Auth, 'config'>, provider: ExternalProvider, state: string): string {
  const { protocol, pathname } = new URL(callbackUrl(auth.config.publicUrl));
  const secure = protocol === 'https:';
  return generateCookie(cookieName, hashState(state), {
    path: pathname,
    httpOnly: true,
    secure,
    // Browsers send no Lax cookie with a form that another site posts; they accept None with Secure only.
    sameSite: provider.postsResponse && secure ? 'None' : 'Lax',
    maxAge: flowLifetimeMs / 1000,
  });
}

/** Whether this browser began the flow. */
export function isBoundBrowser(headers: RequestHeaders, state: string): boolean {
  return parse(headers.get('cookie') ?? '', cookieName)[cookieName] === hashState(state);
}
