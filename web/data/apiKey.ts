import { getEnvironment, publishableKeyOf, replacePublishableKey } from './environment.ts';

// Part of the first load: keep it small.

/** A page that the service worker does not cache, so that it comes from the server. */
const freshPage = '/login';

/** Recognises the gateway's 401, which concerns the key and not the session. */
async function isKeyRejected(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { message?: unknown } | null;
  return body?.message === 'Invalid API key';
}

let renewing: Promise<void> | undefined;

/** Concurrent requests share one renewal. A failed one leaves the key as it is: the next request tries again. */
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
 * Adds the API key to requests. A page may be open, or cached on the device, longer than a key lasts: when the backend
 * rejects the key, the page reads the current one from the server and sends the request again.
 */
export function withApiKey(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const key = getEnvironment().publishableKey;
    const response = await send(input, withKey(init, key));
    if (!(await isKeyRejected(response))) return response;
    if (getEnvironment().publishableKey === key) await renewKey();
    const current = getEnvironment().publishableKey;
    return current === key ? response : send(input, withKey(init, current));
  };
}
