import type { GoTrueClient } from '@supabase/auth-js';
import type { StorageClient } from '@supabase/storage-js';
import { withApiKey } from './apiKey.ts';
import { getEnvironment } from './environment.ts';
import { DataError, toDataError } from './errors.ts';
import { fetchWithin, timeoutMs } from './fetchWithin.ts';
import { freshToken } from './session/storedSession.ts';

const uploadTimeoutMs = 90_000;

/**
 * The one auth client, which keeps the session and refreshes it. The passenger's screen begins without it: its code is a
 * seventh of the first load.
 */
export async function loadAuth(): Promise<GoTrueClient> {
  return (await import('./session/auth.ts')).getAuth();
}

/** The access token, refreshed where it has expired; undefined without a session. */
async function currentToken(): Promise<string | undefined> {
  return freshToken() ?? (await (await loadAuth()).getSession()).data.session?.access_token;
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
    const token = await currentToken();
    const response = await sendWith(token);
    if (response.status !== 401 || token === undefined) return response;
    const auth = await loadAuth();
    const { data, error } = await auth.refreshSession();
    if (data.session) return sendWith(data.session.access_token);
    // The client would keep a session whose token has not expired yet, but the backend has rejected both.
    if (error && !toDataError(error).retryable) await auth.signOut({ scope: 'local' });
    return response;
  };
}

let storage: Promise<StorageClient> | undefined;

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
