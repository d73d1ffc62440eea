import { setTimeout as pause } from 'node:timers/promises';
import { AuthClient, type Session } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { readKey } from './driver.ts';
import { createInstallation } from './installation.ts';

const seconds = 60;
const password = 'cordillera nevada 7';
/** Requests per second of the attacker: below the limit of 200, above the limit for writes. */
const attacks = 180;
const attacker = '203.0.113.66';

/** Sends a request from a network, through the trusted proxy, as the official client does before anybody signed in. */
type Send = (network: string, path: string, init?: RequestInit) => Promise<Response>;

function sender(address: string, key: string): Send {
  return (network, path, init = {}) => {
    const headers = new Headers({ authorization: `Bearer ${key}`, apikey: key });
    new Headers(init.headers).forEach((value, name) => headers.set(name, value));
    headers.set('x-forwarded-for', network);
    return fetch(`${address}${path}`, { ...init, headers });
  };
}

/** A device with the official client. */
function createDevice(send: Send, address: string, network: string, session: Session) {
  let kept: string | null = JSON.stringify(session);
  const client = new AuthClient({
    url: `${address}/auth/v1`,
    autoRefreshToken: false,
    storageKey: 'session',
    storage: {
      getItem: () => kept,
      setItem: (_, value) => void (kept = value),
      removeItem: () => void (kept = null),
    },
    fetch: (input, init) => send(network, String(input).slice(address.length), init ?? {}),
  });
  return {
    network,
    isSignedIn: () => kept !== null,
    /** Reads as the home screen does; gives the milliseconds, and whether it was served. */
    async read(): Promise<{ time: number; served: boolean }> {
      const token = (await client.getSession()).data.session?.access_token;
      const began = performance.now();
      const headers = { authorization: `Bearer ${token}` };
      const response = await send(network, '/rest/v1/drivers?select=id,name,average_rating', { headers });
      await response.arrayBuffer();
      return { time: performance.now() - began, served: response.ok };
    },
    /** The access token expires: the next read has to renew the session. */
    expire: () => void (kept = kept && JSON.stringify({ ...JSON.parse(kept), expires_at: 1 })),
  };
}

const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

test('V3: a minute of flood from one network: twenty devices stay signed in and are served, others sign in', async () => {
  await using installation = await createInstallation({
    REQUESTS_PER_SECOND: '200',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  await installation.start();
  const { address } = installation;
  const send = sender(address, await readKey(installation));
  const post = (network: string, path: string, body: object) =>
    send(network, path, { method: 'POST', body: JSON.stringify(body) });

  const devices: ReturnType<typeof createDevice>[] = [];
  for (let index = 0; index < 20; index += 1) {
    const network = `198.51.100.${index}`;
    const answer = await post(network, '/auth/v1/signup', { email: `tablet${index}@example.com`, password });
    devices.push(createDevice(send, address, network, (await answer.json()) as Session));
  }
  const readAll = async (rounds: number, beforeRound: () => Promise<void>) => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await beforeRound();
      const reads = await Promise.all(devices.map((device) => device.read()));
      expect(reads.every(({ served }) => served)).toBe(true);
      times.push(...reads.map(({ time }) => time));
      await pause(1000);
    }
    return times;
  };
  const quiet = p95(await readAll(10, async () => undefined));

  const paths = [
    '/auth/v1/token?grant_type=refresh_token',
    '/auth/v1/token?grant_type=password',
    '/auth/v1/otp',
  ];
  const statuses = new Map<number, number>();
  const attack = async (path: string) => {
    const { status } = await post(attacker, path, { refresh_token: 'aaaaaaaaaaaa', email: 'x@example.com' });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const flood = setInterval(
    () => Promise.all(Array.from({ length: attacks / 10 }, (_, index) => attack(paths[index % 3]!))),
    100,
  );
  const signIns: number[] = [];
  const busy = p95(
    await readAll(seconds, async () => {
      for (const device of devices) if (Math.random() < 0.1) device.expire();
      const body = { email: 'tablet0@example.com', password };
      const network = `192.0.2.${signIns.length}`;
      signIns.push((await post(network, '/auth/v1/token?grant_type=password', body)).status);
    }),
  );
  clearInterval(flood);

  console.log(
    `p95 of a signed-in read ${quiet.toFixed(1)} → ${busy.toFixed(1)} ms; the attacker got`,
    statuses,
  );
  expect((statuses.get(429) ?? 0) + (statuses.get(503) ?? 0)).toBeGreaterThan(attacks);
  expect(devices.filter((device) => !device.isSignedIn())).toEqual([]);
  expect(new Set(signIns)).toEqual(new Set([200]));
  expect(busy).toBeLessThan(Math.max(2 * quiet, 100));
});
