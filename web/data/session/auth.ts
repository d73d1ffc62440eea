import { AuthClient, type GoTrueClient } from '@supabase/auth-js';
import { withApiKey } from '../apiKey.ts';
import { getEnvironment, sessionStorageKey } from '../environment.ts';
import { fetchWithin, timeoutMs } from '../fetchWithin.ts';
import { readRefresh } from './refreshResponse.ts';

/**
 * Removes `expires_at`, which is by the server's clock: a device's clock may be wrong by a day. Without it the client
 * counts from its own clock, and refreshes neither all the time nor too late.
 */
function byOwnClock(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.ok || !/\/(token|signup|verify)\b/.test(String(input))) return response;
    const { expires_at: _, ...session } = (await response.json()) as Record<string, unknown>;
    return new Response(JSON.stringify(session), response);
  };
}

/** Refreshes go through `refreshOnce`, which loads with the first one, an hour after the start. */
function fetchForAuth(): typeof fetch {
  const send = byOwnClock(withApiKey(fetchWithin(timeoutMs)));
  return async (input, init) => {
    if (!String(input).endsWith('grant_type=refresh_token')) return send(input, init);
    const sendRefresh = async () => readRefresh(await send(input, init));
    const { refreshOnce } = await import('./refreshOnce.ts').catch(() => ({ refreshOnce: undefined }));
    const { refresh_token: token } = JSON.parse(String(init?.body)) as { refresh_token: string };
    return refreshOnce ? refreshOnce(sessionStorageKey(), token, sendRefresh) : sendRefresh();
  };
}

let auth: GoTrueClient | undefined;

/**
 * The one auth client: it keeps the session and refreshes it. It takes no tokens from the address: a return from
 * another sign-in service brings a code that only the browser that began can use.
 */
export function getAuth(): GoTrueClient {
  auth ??= new AuthClient({
    url: `${getEnvironment().backendUrl}/auth/v1`,
    storageKey: sessionStorageKey(),
    flowType: new URLSearchParams(window.location.search).has('code') ? 'pkce' : 'implicit',
    // Anybody can make a link with tokens: session/mailedLink.ts decides about them.
    detectSessionInUrl: () => false,
    fetch: fetchForAuth(),
  });
  return auth;
}
