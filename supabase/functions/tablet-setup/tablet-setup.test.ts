import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../../server/testing/app.ts';
import { startDenoFunctions, withoutLegacyKeys, type DenoFunctions } from '../../../server/testing/deno.ts';
import { goodPassword, signUp } from '../../../backend/testing/auth/auth.ts';

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
  await server.context.db.query('delete from private.device_tries');
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
  test('a link signs a device in as the driver and names it, once', async () => {
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

describe('a device', () => {
  type Device = ReturnType<typeof newDevice>;

  const setUp = async (token: string, device: Device) => {
    const init = json({ token, ...device });
    return answerOf(await server.requestFrom('203.0.113.200', '/functions/v1/tablet-setup', init));
  };

  /** Signs in with the response of the set-up and sends a heartbeat; returns its response. */
  async function sendHeartbeat(proof: Answer['body'], device: Device): Promise<unknown> {
    const { body } = await answerOf(await server.request('/auth/v1/verify', json(proof)));
    const { headers, ...init } = json({ heartbeat: device });
    const authorization = `Bearer ${body['access_token']}`;
    const sent = { ...init, headers: { ...(headers as Record<string, string>), authorization } };
    return (await server.request('/rest/v1/rpc/send_heartbeat', sent)).json();
  }

  test('whose response was lost opens its link again, also twice at once; another device does not', async () => {
    const [link] = await createLink(server.as('diego').driverId, 'Auto 8');
    const [token, device] = [link!['token']!, newDevice()];
    for (const { status } of await Promise.all([setUp(token, device), setUp(token, device)]))
      expect(status).toBe(200);
    for (const other of [newDevice(), { ...device, key: newDevice().key }])
      expect(await setUp(token, other)).toMatchObject({ status: 409, body: { code: 'device_link_used' } });
    const last = await setUp(token, device);
    expect(last.status).toBe(200);
    expect(await sendHeartbeat(last.body, device)).toMatchObject({ name: 'Auto 8' });
    expect(await setUp(token, device)).toMatchObject({ status: 409, body: { code: 'device_link_used' } });
  });

  test('does not open its link again after ten minutes, or once the panel has deleted it', async () => {
    const [link] = await createLink(server.as('diego').driverId, 'Auto 8');
    const [token, device] = [link!['token']!, newDevice()];
    expect((await setUp(token, device)).status).toBe(200);
    await server.context.db.query(
      `update private.device_links set created_at = now() - interval '10 minutes 1 second'`,
    );
    expect(await setUp(token, device)).toMatchObject({ status: 404, body: { code: 'device_link_expired' } });
    const [another] = await createLink(server.as('diego').driverId, 'Auto 8');
    expect((await setUp(another!['token']!, device)).status).toBe(200);
    await server.context.db.query('delete from devices where id = $1', [device.device_id]);
    expect((await setUp(another!['token']!, device)).status).toBe(409);
  });

  test('that is set up again is not signed out or locked by a command from before', async () => {
    const device = newDevice();
    for (const action of ['sign_out', 'lock']) {
      const [link] = await createLink(server.as('diego').driverId, 'Auto 8');
      const { body } = await setUp(link!['token']!, device);
      expect(await sendHeartbeat(body, device)).toEqual({
        name: 'Auto 8',
        wanted_action: null,
        wanted_id: null,
      });
      const command = json({ device: device.device_id, action });
      expect((await server.as('carla').request('/rest/v1/rpc/ask_device', command)).status).toBe(204);
    }
    const [link] = await createLink(server.as('elena').driverId, 'Auto 9');
    const { body } = await setUp(link!['token']!, device);
    expect(await sendHeartbeat(body, device)).toEqual({
      name: 'Auto 9',
      wanted_action: null,
      wanted_id: null,
    });
  });
});

describe('a session that a link has started', () => {
  interface Started {
    readonly send: (path: string, init?: RequestInit) => Promise<Answer & { readonly text: string }>;
    readonly driver: string | undefined;
    readonly userId: string;
  }

  /** The office makes a link for a driver and opens it. */
  async function startByLink(person: 'diego' | 'elena'): Promise<Started> {
    const { driverId: driver, userId } = server.as(person);
    const [link] = await createLink(driver);
    const proof = await redeem('our server', link!['token']!);
    const { body } = await answerOf(await server.request('/auth/v1/verify', json(proof.body)));
    const authorization = `Bearer ${body['access_token']}`;
    const send: Started['send'] = async (path, init = {}) => {
      const headers = { ...(init.headers as Record<string, string>), authorization };
      const response = await server.request(path, { ...init, headers });
      const text = await response.text();
      return { status: response.status, text, body: (text ? JSON.parse(text) : {}) as Answer['body'] };
    };
    return { send, driver, userId };
  }

  const refused = { status: 400, body: { code: 'reauthentication_needed' } };
  const current = (init: RequestInit = {}): RequestInit => ({
    ...init,
    headers: { ...(init.headers as Record<string, string>), 'x-supabase-api-version': '2024-01-01' },
  });

  test('P4: reads no personal data, consents to nothing and signs nobody else out; it drives and signs itself out', async () => {
    const { send, userId } = await startByLink('diego');
    await server.context.db.query('delete from consents where user_id = $1', [userId]);
    expect(await send('/rest/v1/rpc/personal_data', json({}))).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_needed' },
    });
    const consent = json({ user_id: userId, policy_version: 1 });
    expect(await send('/rest/v1/consents', consent)).toMatchObject({ status: 403, body: { code: '42501' } });
    for (const scope of ['others', 'global', ''])
      expect(await send(`/auth/v1/logout?scope=${scope}`, current({ method: 'POST' }))).toMatchObject(
        refused,
      );
    expect((await server.as('diego').request('/rest/v1/drivers?select=id')).status).toBe(200);
    expect((await send('/rest/v1/rpc/send_heartbeat', json({ heartbeat: newDevice() }))).status).toBe(200);
    expect((await send('/auth/v1/logout?scope=local', { method: 'POST' })).status).toBe(204);
  });

  test('acts for the driver for ten minutes after the password was entered on it, not after a wrong one', async () => {
    const { send, userId } = await startByLink('elena');
    const { user: registered } = await signUp(server);
    await server.context.db.query(
      `update auth.users set encrypted_password = r.encrypted_password from auth.users r where users.id = $1 and r.id = $2`,
      [userId, registered.id],
    );
    const enter = (password: string) =>
      send('/auth/v1/user', current({ ...json({ current_password: password }), method: 'PUT' }));
    const read = async () => {
      await server.context.db.query('delete from private.personal_data_requests');
      return (await send('/rest/v1/rpc/personal_data', json({}))).status;
    };
    expect((await enter('wrong password 1')).body['code']).toBe('current_password_invalid');
    // Changing something else is no proof.
    expect(
      (await send('/auth/v1/user', { ...json({ data: { language: 'es' } }), method: 'PUT' })).status,
    ).toBe(200);
    expect(await read()).toBe(403);
    expect((await enter(goodPassword)).status).toBe(200);
    expect(await read()).toBe(200);
    // A fresh session of the same link has no part in it.
    expect((await (await startByLink('elena')).send('/rest/v1/rpc/personal_data', json({}))).status).toBe(
      403,
    );
    await server.context.db.query(
      `update auth.mfa_amr_claims set updated_at = now() - interval '601 seconds'
       where authentication_method = 'password' and session_id in (select id from auth.sessions where user_id = $1)`,
      [userId],
    );
    expect(await read()).toBe(403);
    expect(await send('/auth/v1/logout?scope=others', current({ method: 'POST' }))).toMatchObject(refused);
  });

  test('is named in the log under its maker, and ends when an administrator who dismisses the maker says so', async () => {
    const [mine, other] = [await startByLink('diego'), await startByLink('elena')];
    const maker = server.as('carla').userId;
    // The link of another person stays out of it.
    await server.context.db.query('update private.device_links set created_by = null where driver_id = $1', [
      other.driver,
    ]);
    const acts = await server.context.db.query(
      `select from private.audit where payload -> 'traits' ->> 'user_id' = $1 and payload ->> 'actor_id' = $2
       and payload -> 'traits' ->> 'target' like 'device:%'`,
      [mine.userId, maker],
    );
    expect(acts.length).toBeGreaterThan(0);
    for (const person of ['diego', 'nora'] as const) {
      for (const ends of [false, true]) {
        const asked = json({ maker, ends });
        expect((await server.as(person).request('/rest/v1/rpc/devices_by_links', asked)).status).toBe(403);
      }
    }
    const carla = server.as('carla');
    const listed = await carla.request('/rest/v1/rpc/devices_by_links', json({ maker }));
    expect(await listed.json()).toMatchObject([{ name: 'Auto 7' }]);
    expect((await mine.send('/rest/v1/drivers?select=id')).status).toBe(200);
    const ended = await carla.request('/rest/v1/rpc/devices_by_links', json({ maker, ends: true }));
    expect(await ended.json()).toMatchObject([{ name: 'Auto 7' }]);
    await expect.poll(async () => (await mine.send('/rest/v1/drivers?select=id')).status).toBe(401);
    expect((await other.send('/rest/v1/drivers?select=id')).status).toBe(200);
    expect((await server.as('diego').request('/rest/v1/drivers?select=id')).status).toBe(200);
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

/** Statuses of wrong tokens, tried one after another, each with the headers of its turn. */
async function tryWrong(count: number, address: string, headersOf: (turn: number) => Record<string, string>) {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const init = json({ token: 'wrong', ...newDevice() });
    const headers = { ...(init.headers as Record<string, string>), ...headersOf(turn) };
    const request = { ...init, headers };
    statuses.push((await server.requestFrom(address, '/functions/v1/tablet-setup', request)).status);
  }
  return statuses;
}

const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);
const thirty = [...times(30, 404), ...times(5, 429)];

/** Headers in which clients name an address; each test has a network of its own. */
const addressHeaders = [
  'CF-Connecting-IP',
  'cf-connecting-ip',
  'CF-Connecting-IPv6',
  'X-Real-IP',
  'X-Forwarded-For',
  'x-forwarded-for',
  'Forwarded',
  'True-Client-IP',
  'X-Client-IP',
  'Sb-Forwarded-For',
];

test.each(addressHeaders.map((name, index) => [name, index] as const))(
  'N6: 35 wrong tokens from one address, each with another %s: the limit holds',
  async (name, index) => {
    const headersOf = (turn: number) => ({
      [name]: name === 'Forwarded' ? `for=100.96.0.${turn}` : `100.96.0.${turn}`,
    });
    expect(await tryWrong(35, `203.0.113.${100 + index}`, headersOf)).toEqual(thirty);
  },
);

test('N6: several values and several headers at once change nothing', async () => {
  const headersOf = (turn: number) => ({
    'cf-connecting-ip': `100.96.1.${turn}, 100.96.2.${turn}`,
    'x-forwarded-for': `100.96.1.${turn}, 203.0.113.77`,
    'x-real-ip': `2001:db8::${turn}`,
  });
  expect(await tryWrong(35, '203.0.113.77', headersOf)).toEqual(thirty);
});

test('N6: a stranger who names a device’s address does not keep that device from being set up', async () => {
  const victim = '100.96.0.77';
  await tryWrong(31, '203.0.113.78', () => ({ 'CF-Connecting-IP': victim, 'X-Forwarded-For': victim }));
  const [link] = await createLink();
  const init = json({ token: link!['token'], ...newDevice() });
  expect((await server.requestFrom(victim, '/functions/v1/tablet-setup', init)).status).toBe(200);
});

test('N6: the addresses of one IPv6 network count together, those of another apart', async () => {
  const statuses: number[] = [];
  for (let turn = 0; turn < 35; turn += 1)
    statuses.push(...(await tryWrong(1, `2001:db8:0:1:${turn.toString(16)}::1`, () => ({}))));
  expect(statuses).toEqual(thirty);
  expect(await tryWrong(1, '2001:db8:0:1::9', () => ({}))).toEqual([429]);
  expect(await tryWrong(1, '2001:db8:0:2::1', () => ({}))).toEqual([404]);
});

test('N6: behind a trusted proxy the address that it names counts, not what the client wrote before it', async () => {
  await using behind = await startProductApp({ environment: { TRUSTED_PROXIES: '10.0.0.0/8' } });
  const tryFrom = async (client: string, turn: number): Promise<number> => {
    const init = json({ token: 'wrong', ...newDevice() });
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': `100.96.3.${turn}, ${client}`,
      'cf-connecting-ip': `100.96.3.${turn}`,
    };
    return (await behind.requestFrom('10.0.0.9', '/functions/v1/tablet-setup', { ...init, headers })).status;
  };
  const statuses: number[] = [];
  for (let turn = 0; turn < 35; turn += 1) statuses.push(await tryFrom('198.51.100.90', turn));
  expect(statuses).toEqual(thirty);
  expect(await tryFrom('198.51.100.91', 0)).toBe(404);
});

test('P14: thirty tries in a minute count over all processes, a /48 and a /24 have more room, and a minute ends them', async () => {
  const { db } = server.context;
  const allowed = async (networks: readonly string[]): Promise<number> => {
    let count = 0;
    // A few at a time: a request waits for a connection of the pool only so long.
    for (let start = 0; start < networks.length; start += 20) {
      const tries = networks
        .slice(start, start + 20)
        .map((network) => db.query<{ may: boolean }>('select public.count_device_try($1) as may', [network]));
      for (const [row] of await Promise.all(tries)) count += Number(row!.may);
    }
    return count;
  };
  const times = (count: number, name: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => name(i));
  expect(await allowed(times(60, () => '203.0.113.1'))).toBe(30);
  expect(await allowed(times(500, (i) => `198.51.100.${i % 250}`))).toBe(480);
  expect(await allowed(times(150, (i) => `2001:db8:7:${i}`))).toBe(120);
  expect(await allowed(['2001:db8:8:1', '198.51.101.1'])).toBe(2);
  await db.query(`update private.device_tries set since = since - interval '1 minute'`);
  expect(await allowed(['203.0.113.1', '2001:db8:7:1'])).toBe(2);
  expect(await db.query('select from private.device_tries')).toHaveLength(4);
});

test('tries that come at once after a quiet minute do not wait for each other for ever', async () => {
  const { db } = server.context;
  for (let round = 0; round < 150; round += 1) {
    await db.query(`update private.device_tries set since = since - interval '2 minutes'`);
    const tries = Array.from({ length: 20 }, (_, index) =>
      db.query('select public.count_device_try($1)', [`192.0.2.${(index * 7) % 20}`]),
    );
    await Promise.all(tries);
  }
});

test('an administrator’s link is in the audit log, and so is the device that used it; the token is not', async () => {
  const [link] = await createLink();
  await redeem('our server', link!['token']!);
  await server.context.audit.settled();
  const rows = await server.context.db.query('select payload::text as entry from private.audit_log');
  const log = JSON.stringify(rows);
  expect(log).toContain('device_link');
  expect(log).not.toContain(link!['token']);
});
