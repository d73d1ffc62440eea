import { createHash } from 'node:crypto';
import type { Context as HttpContext } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { flowLifetime } from '../flows/flow-state.ts';
import type { Auth } from '../services.ts';
import type { ExternalProvider } from './provider.ts';
import { callbackUrl } from './registry.ts';

const cookieName = 'auth-flow';

function hashState(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}

/**
 * Leaves a cookie that lets this browser, and no other, come back to /callback with `state`: a link to somebody else's
 * /callback must not sign anybody in. The latest flow of a browser replaces the one before.
 */
export function bindBrowser(auth: Auth, c: HttpContext, provider: ExternalProvider, state: string): void {
  const { protocol, pathname } = new URL(callbackUrl(auth.config.publicUrl));
  const secure = protocol === 'https:';
  setCookie(c, cookieName, hashState(state), {
    path: pathname,
    httpOnly: true,
    secure,
    // Browsers send no Lax cookie with a form that another site posts; they take None with Secure only.
    sameSite: provider.postsAnswer && secure ? 'None' : 'Lax',
    maxAge: flowLifetime / 1000,
  });
}

/** Whether this browser began the flow. */
export function isBoundBrowser(c: HttpContext, state: string): boolean {
  return getCookie(c, cookieName) === hashState(state);
}
