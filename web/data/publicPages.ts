import { withApiKey } from './apiKey.ts';
import { getEnvironment } from './environment.ts';
import { toDataError } from './errors.ts';
import { unreached } from './reach.ts';

/**
 * Requests of public pages, as nobody: `rest/v1` by fetch, so that a phone loads no client. Codes and tokens travel in
 * bodies, never in addresses, which proxies log.
 */
export async function requestAsNobody(path: string, send?: object): Promise<unknown> {
  const stopping = new AbortController();
  const timer = setTimeout(() => stopping.abort(new Error('request_timeout')), timeoutMs);
  try {
    const response = await withApiKey(fetch)(`${getEnvironment().backendUrl}/rest/v1/${path}`, {
      headers: { 'Content-Type': 'application/json' },
      referrerPolicy: 'no-referrer',
      signal: stopping.signal,
      ...(send && { method: 'POST', body: JSON.stringify(send) }),
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

const timeoutMs = 15_000;

/** The driver that a public page names. */
export interface NamedDriver {
  readonly first_name: string;
  /** Null for a driver who is not active and gives the plate of one of the company's vehicles as their own. */
  readonly license_plate: string | null;
  readonly photo_url: string | null;
}

export interface VerifiedDriver extends NamedDriver {
  /** A day in Chile, as 2026-11-21; null until an administrator has verified the driver. */
  readonly authorised_on: string | null;
}

/** @returns null for an unknown code, or one of a driver who is not in service */
export async function verifyDriver(code: string): Promise<VerifiedDriver | null> {
  const [driver] = (await requestAsNobody('rpc/verify_driver', { code })) as VerifiedDriver[];
  return driver ?? null;
}

export interface LinkedDriver extends NamedDriver {
  readonly state: 'open' | 'used' | 'expired';
}

/** @throws DataError `rating_link_invalid` for a token that the backend did not make */
export async function readRatingLink(token: string): Promise<LinkedDriver> {
  const [driver] = (await requestAsNobody('rpc/rating_link', { token })) as LinkedDriver[];
  if (!driver) throw toDataError(new Error('The backend knows no driver'));
  return driver;
}

/**
 * @param rating whole stars, 1 to 5
 * @throws DataError `rating_link_used`, `rating_link_expired`, `rating_link_invalid`, `over_review_rate_limit`
 */
export async function rateByLink(token: string, rating: number): Promise<void> {
  await requestAsNobody('rpc/rate_by_link', { token, rating });
}
