/** The error codes of the auth service that mean the session has ended. Other responses say nothing about it. */
const endings: ReadonlySet<unknown> = new Set([
  'refresh_token_already_used',
  'refresh_token_not_found',
  'session_expired',
  'session_not_found',
  'user_banned',
  'user_not_found',
  'validation_failed',
]);

async function readObject(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const value: unknown = await response.json().catch(() => undefined);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * Passes on the response to a refresh if it contains a session or ends it. The auth client would drop the session on
 * nearly every other response as well: a proxy's 429, the login page of a hotel's Wi-Fi, a gateway's error page. Those
 * become a failed fetch, after which the client keeps the session and retries.
 * @throws TypeError as `fetch` does without a connection
 */
export async function readRefresh(response: Response): Promise<Response> {
  const body = await readObject(response.clone());
  const isSession = response.ok && typeof body['access_token'] === 'string';
  const isEnding =
    response.status >= 400 &&
    response.status < 500 &&
    response.status !== 429 &&
    (endings.has(body['code']) || endings.has(body['error_code']));
  if (isSession || isEnding) return response;
  throw new TypeError('Failed to fetch');
}
