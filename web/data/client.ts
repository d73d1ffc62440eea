import { AuthClient, isAuthRetryableFetchError, type GoTrueClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { StorageClient } from '@supabase/storage-js';
import type { Database } from '../../shared/database.types.ts';
import { withApiKey } from './apiKey.ts';
import { getEnvironment } from './environment.ts';
import { DataError, toDataError } from './errors.ts';
import { announceUnreached } from './reach.ts';
import { refreshAnswer } from './refreshResponse.ts';

/** No answer after this time is a failure: `request_timeout`. */
const timeoutMs = 20_000;
const uploadTimeoutMs = 90_000;

export type Client = PostgrestClient<Database>;

/** `fetch` that gives up; an abort asked for by the caller stays an `AbortError`. */
function fetchWithin(milliseconds: number): typeof fetch {
  return async (input, init) => {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new Error('request_timeout')), milliseconds);
    const cancel = () => abort.abort(init?.signal?.reason);
    init?.signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await fetch(input, { ...init, signal: abort.signal });
    } catch (error) {
      if (!init?.signal?.aborted) announceUnreached();
      if (abort.signal.aborted && !init?.signal?.aborted)
        throw new Error('request_timeout', { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
      init?.signal?.removeEventListener('abort', cancel);
    }
  };
}

/**
 * Adds the API key and the caller's token. A token that the backend refuses
 * before its time (a session ended elsewhere, a clock that is wrong) is refreshed once: then the session goes on
 * with a new token; if the backend refuses that too, this device is signed out.
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
    // The client keeps a session whose token is not yet past its time; we know that the backend refuses both.
    if (error && !isAuthRetryableFetchError(error)) await getAuth().signOut({ scope: 'local' });
    return response;
  };
}

/**
 * A tablet's clock may be wrong by a day. The answers' `expires_at` is by the server's clock; without it the client
 * counts from its own, and refreshes neither all the time nor too late.
 */
function byOwnClock(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.ok || !/\/(token|signup|verify)\b/.test(String(input))) return response;
    const { expires_at: _, ...session } = (await response.json()) as Record<string, unknown>;
    return new Response(JSON.stringify(session), response);
  };
}

/** The key of the session in the browser's storage, derived from the backend's host as supabase-js does. */
export function sessionStorageKey(): string {
  return `sb-${new URL(getEnvironment().backendUrl).hostname.split('.')[0]}-auth-token`;
}

/** Refreshes go through `refreshOnce`, whose code is loaded with the first of them, an hour after the start. */
function fetchForAuth(): typeof fetch {
  const send = byOwnClock(withApiKey(fetchWithin(timeoutMs)));
  return async (input, init) => {
    if (!String(input).endsWith('grant_type=refresh_token')) return send(input, init);
    const sendRefresh = async () => refreshAnswer(await send(input, init));
    const { refreshOnce } = await import('./refreshOnce.ts').catch(() => ({ refreshOnce: undefined }));
    const { refresh_token: token } = JSON.parse(String(init?.body)) as { refresh_token: string };
    return refreshOnce ? refreshOnce(sessionStorageKey(), token, sendRefresh) : sendRefresh();
  };
}

let auth: GoTrueClient | undefined;
let database: Client | undefined;
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

/** `rest/v1`, called as the signed-in user. react-query decides about retries, so the client does not. */
export function getDatabase(): Client {
  database ??= new PostgrestClient<Database>(`${getEnvironment().backendUrl}/rest/v1`, {
    fetch: fetchAsUser(),
    retry: false,
  });
  return database;
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

export interface FunctionRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/**
 * Calls `functions/v1/<name>` as the signed-in user and returns the JSON of the answer.
 * `name` may carry a path and a query. The caller states the answer's shape.
 * @throws DataError with the `code` of the answer's body.
 */
export async function callFunction<Answer>(name: string, request: FunctionRequest = {}): Promise<Answer> {
  const { method = 'POST', body, signal } = request;
  try {
    const response = await fetchAsUser()(`${getEnvironment().backendUrl}/functions/v1/${name}`, {
      method,
      ...(signal ? { signal } : {}),
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const text = await response.text();
    const answer: unknown = text === '' ? null : JSON.parse(text);
    if (!response.ok) throw functionError(response.status, answer);
    return answer as Answer;
  } catch (error) {
    throw toDataError(error);
  }
}

function functionError(status: number, answer: unknown): DataError {
  const { code, error_code, message, msg, error } = (answer ?? {}) as Record<string, unknown>;
  return toDataError(
    Object.assign(new Error(String(message ?? msg ?? error ?? `HTTP ${status}`)), {
      code: String(code ?? error_code ?? ''),
      status,
    }),
  );
}
