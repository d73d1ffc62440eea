import { withApiKey } from './apiKey.ts';
import { getEnvironment } from './environment.ts';
import { toDataError } from './errors.ts';
import { unreached } from './reach.ts';

const timeoutMs = 15_000;

/**
 * Calls `rest/v1` without a session, and without its client: this is part of the first load. Codes and tokens travel in
 * bodies, never in addresses, which proxies log.
 * A POST still arrives when the page is closed meanwhile.
 * @throws DataError with the `code` of the response
 */
export async function requestAsNobody(path: string, send?: object): Promise<unknown> {
  const stopping = new AbortController();
  const timer = setTimeout(() => stopping.abort(new Error('request_timeout')), timeoutMs);
  try {
    const response = await withApiKey(fetch)(`${getEnvironment().backendUrl}/rest/v1/${path}`, {
      headers: { 'Content-Type': 'application/json' },
      referrerPolicy: 'no-referrer',
      signal: stopping.signal,
      ...(send && { method: 'POST', body: JSON.stringify(send), keepalive: true }),
    });
    const text = await response.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    if (response.ok) return body;
    throw Object.assign(new Error(`HTTP ${response.status}`), body, { status: response.status });
  } catch (error) {
    const failure = toDataError(error);
    if (failure.status === 0) unreached.emit();
    throw failure;
  } finally {
    clearTimeout(timer);
  }
}
