import { AuthClient, isAuthRetryableFetchError, type GoTrueClient } from '@supabase/auth-js';
import type { StorageClient } from '@supabase/storage-js';
import type { StorageKey } from '../util/storageKeys.ts';
import { withApiKey } from './apiKey.ts';
import { getEnvironment } from './environment.ts';
import { DataError, toDataError } from './errors.ts';
import { unreached } from './reach.ts';
import { readRefresh } from './refreshResponse.ts';

/** No response within this time is an error: `request_timeout`. */
const timeoutMs = 20_000;
const uploadTimeoutMs = 90_000;
/** After this long without a response it is worth looking whether the backend can be reached. */
const slowMs = 5_000;
/** A proxy in front of a backend that is away, or a backend that has lost its database. */
const awayStatus = new Set([502, 503, 504]);

/** `fetch` with a timeout; an abort by the caller stays an `AbortError`. */
function fetchWithin(milliseconds: number): typeof fetch {
  return async (input, init) => {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new Error('request_timeout')), milliseconds);
    const slow = setTimeout(unreached.emit, slowMs);
    const cancel = () => abort.abort(init?.signal?.reason);
    init?.signal?.addEventListener('abort', cancel, { once: true });
    try {
      const response = await fetch(input, { ...init, signal: abort.signal });
      if (awayStatus.has(response.status)) unreached.emit();
      return response;
    } catch (error) {
      if (!init?.signal?.aborted) unreached.emit();
      if (abort.signal.aborted && !init?.signal?.aborted)
        throw new Error('request_timeout', { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
      clearTimeout(slow);
      init?.signal?.removeEventListener('abort', cancel);
    }
  };
}

/**
 * Adds the API key and the caller's token. When the backend rejects a token before its time (the session was ended
 * elsewhere, a clock is wrong), it is refreshed once: the session goes on with the new token, or, if the backend rejects
 * the refresh too, this device is signed out.
 */
export function fetchAsUser(milliseconds = timeoutMs): typeof fetch {
  const send = withApiKey(fetchWithin(milliseconds));
  return async (input, init) => {
    const sendWith = (token: string | undefined) => {
      const headers = new Headers(init?.headers);
      if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
      return send(input, { ...init, headers });
    };
    const token = (await getAuth().getSession()).data.session?.access_token;
    const response = await sendWith(token);
    if (response.status !== 401 || token === undefined) return response;
    const { data, error } = await getAuth().refreshSession();
    if (data.session) return sendWith(data.session.access_token);
    // The client would keep a session whose token has not expired yet, but the backend has rejected both.
    if (error && !isAuthRetryableFetchError(error)) await getAuth().signOut({ scope: 'local' });
    return response;
  };
}

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

/** The key of the session in the browser's storage. */
export function sessionStorageKey(): StorageKey {
  return `sb-${new URL(getEnvironment().backendUrl).hostname.split('.')[0] ?? ''}-auth-token`;
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
let storage: Promise<StorageClient> | undefined;

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

/** `storage/v1`; its client is loaded at first use, so that passengers never load it. */
export function getStorage(): Promise<StorageClient> {
  storage ??= import('@supabase/storage-js').then(
    ({ StorageClient }) =>
      new StorageClient(`${getEnvironment().backendUrl}/storage/v1`, {}, fetchAsUser(uploadTimeoutMs)),
  );
  storage.catch(() => {
    storage = undefined;
  });
  return storage;
}

interface BackendRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/**
 * Calls an address of the backend as the signed-in user and returns the JSON of the response, in the shape that the caller
 * states.
 * @throws DataError with the `code` of the response
 */
export async function callBackend<Result>(path: string, request: BackendRequest = {}): Promise<Result> {
  const { method = 'GET', body, signal } = request;
  try {
    const response = await fetchAsUser()(`${getEnvironment().backendUrl}/${path}`, {
      method,
      ...(signal && { signal }),
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      }),
    });
    const text = await response.text();
    const result: unknown = text === '' ? null : JSON.parse(text);
    if (!response.ok) throw responseError(response.status, result);
    return result as Result;
  } catch (error) {
    throw toDataError(error);
  }
}

/** Calls `functions/v1/<name>`, by POST unless stated otherwise. `name` may carry a path and a query. */
export function callFunction<Result>(name: string, request: BackendRequest = {}): Promise<Result> {
  return callBackend(`functions/v1/${name}`, { method: 'POST', ...request });
}

function responseError(status: number, body: unknown): DataError {
  const { code, error_code, message, msg, error, details } = (body ?? {}) as Record<string, unknown>;
  const text = String(message ?? msg ?? error ?? `HTTP ${status}`);
  return toDataError({ message: text, code: String(code ?? error_code ?? ''), details }, status);
}
