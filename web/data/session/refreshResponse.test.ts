import { AuthClient } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { readRefresh } from './refreshResponse.ts';

const former = { access_token: 'a.b.c', refresh_token: 'former', expires_at: 1, token_type: 'bearer' };
const next = { ...former, refresh_token: 'next', expires_in: 3600, user: { id: 'diego' } };
const version = { 'X-Supabase-Api-Version': '2024-01-01' };

/**
 * A device with the official client and an expired access token, whose first refresh is answered with `first` and each
 * further one with a session; gives the refresh token that it keeps.
 */
async function storedAfter(first: () => Response): Promise<string | undefined> {
  const storage = new Map([['session', JSON.stringify(former)]]);
  let answered = 0;
  const client = new AuthClient({
    url: 'https://taxi.example/auth/v1',
    autoRefreshToken: false,
    storageKey: 'session',
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    fetch: async () => {
      answered += 1;
      return readRefresh(answered === 1 ? first() : Response.json(next));
    },
  });
  await client.getSession();
  const stored = JSON.parse(storage.get('session') ?? '{}') as { refresh_token?: string };
  return stored.refresh_token;
}

const page = (status: number) =>
  new Response('<h1>Welcome</h1>', { status, headers: { 'Content-Type': 'text/html' } });
const json = (status: number, body: object) => Response.json(body, { status, headers: version });

test.each<[string, () => Response]>([
  ['429 of the backend', () => json(429, { code: 'over_request_rate_limit', message: 'Too many' })],
  ['429 of a proxy', () => page(429)],
  ['a failure of the server', () => json(500, { code: 'unexpected_failure', message: 'Failed' })],
  ['a busy server', () => json(503, { code: 'over_request_rate_limit', message: 'Busy' })],
  ['a conflict', () => json(409, { code: 'conflict', message: 'Too many at once' })],
  ['a captive portal', () => page(200)],
  ['a captive portal that refuses', () => page(403)],
  ['a proxy without the backend', () => page(404)],
  ['JSON of a portal', () => Response.json({ login: 'https://wlan.example' })],
  ['JSON of a gateway', () => Response.json({ message: 'Invalid API key' }, { status: 401 })],
])(
  'V3: after %s in answer to a refresh, the tablet keeps its session and renews it',
  async (_what, answer) => {
    expect(await storedAfter(answer)).toBe('next');
  },
);

test.each([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_expired',
  'session_not_found',
  'user_banned',
  'validation_failed',
])('S8 a session that the backend ended with %s is given up', async (code) => {
  expect(await storedAfter(() => json(400, { code, message: 'Invalid Refresh Token' }))).toBeUndefined();
  expect(
    await storedAfter(() => Response.json({ code: 400, error_code: code, msg: '' }, { status: 400 })),
  ).toBe(undefined);
});
