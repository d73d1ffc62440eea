import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshOnce } from './refreshOnce.ts';

const key = 'sb-taxi-auth-token';
const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3600;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
  localStorage.setItem(key, JSON.stringify({ refresh_token: 'old', expires_at: 1 }));
});
afterEach(() => vi.unstubAllGlobals());

/** Acts like the auth client, which reads the response and stores it a moment later. */
async function tab(send: () => Promise<Response>): Promise<string> {
  const response = await refreshOnce(key, 'old', send);
  const session = (await response.json()) as { refresh_token: string };
  await new Promise((resolve) => setTimeout(resolve, 30));
  localStorage.setItem(key, JSON.stringify(session));
  return session.refresh_token;
}

test('S8 twenty tabs at once ask the backend once, and all have the new session', async () => {
  const send = vi.fn(async () => Response.json({ refresh_token: 'new', expires_at: inAnHour() }));
  const tokens = await Promise.all(Array.from({ length: 20 }, () => tab(send)));
  expect(send).toHaveBeenCalledTimes(1);
  expect(tokens).toEqual(Array(20).fill('new'));
});

test('S8 where the first tab has no signal, the next one asks itself', async () => {
  const send = vi
    .fn<() => Promise<Response>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockImplementation(async () => Response.json({ refresh_token: 'new', expires_at: inAnHour() }));
  const tabs = await Promise.allSettled([tab(send), tab(send), tab(send)]);
  expect(tabs.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(send).toHaveBeenCalledTimes(2);
});

test('without locks, as on a page that is not secure, each tab asks for itself', async () => {
  vi.stubGlobal('navigator', {});
  const send = vi.fn(async () => Response.json({ refresh_token: 'new', expires_at: inAnHour() }));
  await Promise.all([tab(send), tab(send)]);
  expect(send).toHaveBeenCalledTimes(2);
});
