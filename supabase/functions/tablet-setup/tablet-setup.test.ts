import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../../server/testing/app.ts';
import { startDenoFunctions, withoutLegacyKeys, type DenoFunctions } from '../../../server/testing/deno.ts';
import { mayTry } from './tries.ts';

let server: ProductApp;
let deno: DenoFunctions;
beforeAll(async () => {
  server = await startProductApp();
  deno = await startDenoFunctions(server, ['tablet-setup'], withoutLegacyKeys);
});
afterAll(async () => {
  await deno[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await server.context.db.query('delete from private.device_links');
});

const runtimes = {
  'our server': (init: RequestInit) => server.request('/functions/v1/tablet-setup', init),
  Deno: (init: RequestInit) => deno.request('/tablet-setup', init),
} as const;
type Runtime = keyof typeof runtimes;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, string>>;
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function createLink(driver = server.as('diego').driverId, name = 'Auto 7'): Promise<Answer['body'][]> {
  const response = await server
    .as('carla')
    .request('/rest/v1/rpc/create_device_link', json({ driver, name }));
  const body = (await response.json()) as Answer['body'][];
  if (response.status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

const newDevice = () => ({ device_id: randomUUID(), key: `key-${randomUUID()}` });

async function redeem(runtime: Runtime, token: string, device = newDevice()): Promise<Answer> {
  return answerOf(await runtimes[runtime](json({ token, ...device })));
}

describe.each(Object.keys(runtimes) as Runtime[])('in %s', (runtime) => {
  test('a link signs a tablet in as the driver and names it, once', async () => {
    const [link] = await createLink();
    expect(Date.parse(link!['expires_at']!) - Date.now()).toBeGreaterThan(9 * 60_000);
    const device = newDevice();
    const { status, body } = await redeem(runtime, link!['token']!, device);
    expect(status).toBe(200);
    const signedIn = await answerOf(await server.request('/auth/v1/verify', json(body)));
    expect(signedIn).toMatchObject({ status: 200, body: { user: { id: server.as('diego').userId } } });
    const [row] = await server.context.db.query<{ name: string; driver_id: string }>(
      'select name, driver_id from devices where id = $1',
      [device.device_id],
    );
    expect(row).toEqual({ name: 'Auto 7', driver_id: server.as('diego').driverId });
    const again = await redeem(runtime, link!['token']!);
    expect(again).toMatchObject({ status: 409, body: { code: 'device_link_used' } });
  });

  test('of many who use a link at the same moment, one is signed in', async () => {
    const [link] = await createLink();
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(runtime, link!['token']!)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
  });

  test('a link of ten minutes ago, and one that never was, say so', async () => {
    const [link] = await createLink();
    const age = `update private.device_links set created_at = now() - interval '10 minutes 1 second'`;
    await server.context.db.query(age);
    for (const token of [link!['token']!, 'never'])
      expect(await redeem(runtime, token)).toMatchObject({
        status: 404,
        body: { code: 'device_link_expired' },
      });
    expect(await server.context.db.query(`select from devices where name = 'Auto 7'`)).toHaveLength(
      runtime === 'Deno' ? 4 : 2,
    );
  });

  test.each([{}, { token: 7 }, { token: 'x'.repeat(101) }])('%j is refused', async (body) => {
    const answer = await answerOf(await runtimes[runtime](json({ ...newDevice(), ...body })));
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});

test('only the hash of a token is stored', async () => {
  const [link] = await createLink();
  const rows = await server.context.db.query('select l::text as stored from private.device_links l');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(link!['token']);
});

test('no link for a driver without an account, nor for one whose account is an administrator’s or suspended', async () => {
  const { db } = server.context;
  const [driver] = await db.query<{ id: string }>(
    `insert into drivers (name, license_plate, driver_code) values ('Sin cuenta', 'SINC01', 'S-1') returning id`,
  );
  const refused = 'driver_without_account';
  await expect(createLink(driver!.id)).rejects.toThrow(refused);
  await db.query('insert into user_drivers values ($1, $2)', [server.as('carla').userId, driver!.id]);
  await expect(createLink(driver!.id)).rejects.toThrow(refused);
  const { userId, driverId } = server.as('elena');
  const [link] = await createLink(driverId);
  await db.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [userId]);
  await expect(createLink(driverId)).rejects.toThrow(refused);
  expect(await redeem('our server', link!['token']!)).toMatchObject({ status: 409, body: { code: refused } });
});

test('thirty links in ten minutes, and no more', async () => {
  for (let count = 0; count < 30; count += 1) await createLink();
  await expect(createLink()).rejects.toThrow('over_request_rate_limit');
});

test('an address may try thirty links in a minute; another one is not kept from it', () => {
  const tries = (address: string, at: number) => Array.from({ length: 31 }, () => mayTry(address, at));
  const allowed = [...Array.from({ length: 30 }, () => true), false];
  expect(tries('203.0.113.1', 0)).toEqual(allowed);
  expect(tries('203.0.113.2', 0)).toEqual(allowed);
  expect(tries('203.0.113.1', 60_000)).toEqual(allowed);
});

test('an administrator’s link is in the audit log, and so is the tablet that used it; the token is not', async () => {
  const [link] = await createLink();
  await redeem('our server', link!['token']!);
  await server.context.audit.settled();
  const rows = await server.context.db.query('select payload::text as entry from private.audit_log');
  const log = JSON.stringify(rows);
  expect(log).toContain('device_link');
  expect(log).not.toContain(link!['token']);
});
