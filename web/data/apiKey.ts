import { getEnvironment, publishableKeyOf, replacePublishableKey } from './environment.ts';

// Part of the first load: keep it small.

/** A page of the app that the service worker does not keep: it comes from the server. */
const freshPage = '/login';

/** The 401 of the gateway, which is about the key and says nothing of the session. */
async function isKeyRefused(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { message?: unknown } | null;
  return body?.message === 'Invalid API key';
}

let renewing: Promise<void> | undefined;

/** Concurrent requests share one. What fails leaves the key as it is: the next request tries again. */
function renewKey(): Promise<void> {
  renewing ??= fetch(freshPage, { cache: 'no-store' })
    .then(async (response) => replacePublishableKey(publishableKeyOf(await response.text())))
    .catch(() => undefined)
    .finally(() => {
      renewing = undefined;
    });
  return renewing;
}

function withKey(init: RequestInit | undefined, key: string): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set('apikey', key);
  // As supabase-js does (`fetchWithAuth`).
  if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${key}`);
  return { ...init, headers };
}

/**
 * Adds the API key to requests. A page may be open, and kept on the device, longer than a key lasts: when the backend
 * refuses the key, the page learns the current one from the server and sends the request again.
 */
export function withApiKey(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const key = getEnvironment().publishableKey;
    const response = await send(input, withKey(init, key));
    if (!(await isKeyRefused(response))) return response;
    if (getEnvironment().publishableKey === key) await renewKey();
    const current = getEnvironment().publishableKey;
    return current === key ? response : send(input, withKey(init, current));
  };
}
