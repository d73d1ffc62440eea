import { getEnvironment } from './environment.ts';

// Part of what runs before the app has loaded: without the auth client.

/** Reads the driver of a user, with the link between them, in one request. */
export function driverOfUserPath(userId: string): string {
  return `rest/v1/user_drivers?select=drivers(*)&user_id=eq.${userId}&limit=1`;
}

/** As long as the app waits for a response, the body of this one included. */
const maxWaitMs = 20_000;

interface BegunRead {
  readonly address: string;
  readonly authorization: string;
  readonly response: Promise<Response>;
}

let begun: BegunRead | null = null;
let isAnswered = Promise.resolve(false);

/**
 * Sends a read that the app will send first, before the code of the app is there.
 * @returns the response, whose body is the app's
 */
export function beginRead(path: string, token: string): Promise<Response> {
  const { backendUrl, publishableKey } = getEnvironment();
  const address = `${backendUrl}/${path}`;
  const authorization = `Bearer ${token}`;
  const abort = new AbortController();
  setTimeout(() => abort.abort(new Error('request_timeout')), maxWaitMs);
  const headers = { apikey: publishableKey, authorization };
  const response = fetch(address, { headers, signal: abort.signal });
  isAnswered = response.then(
    () => true,
    () => false,
  );
  begun = { address, authorization, response };
  return response;
}

/** Whether the read got a response; false without a read. Never rejects. */
export function isBegunReadAnswered(): Promise<boolean> {
  return isAnswered;
}

/** The response to this request if it was begun with the same token, once; null otherwise. */
export function takeBegunRead(input: RequestInfo | URL, init?: RequestInit): Promise<Response> | null {
  const isSame =
    begun?.address === input && new Headers(init?.headers).get('authorization') === begun.authorization;
  const response = isSame ? begun!.response : null;
  if (isSame) begun = null;
  return response;
}
