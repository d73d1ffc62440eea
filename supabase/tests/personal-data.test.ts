import { randomUUID } from 'node:crypto';
import type { Session } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withAuth } from '../../backend/testing/auth/auth-config.ts';
import {
  goodPassword,
  newEmail,
  refresh,
  send,
  sendAsAdmin,
  signIn,
  signUp,
} from '../../backend/testing/auth/auth.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { replies } from '../../web/i18n/es/replies.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({
    config: withAuth({ sms: { enable_signup: true, max_frequency: '0s' } }),
  });
});
afterAll(() => server[Symbol.asyncDispose]());

interface Entry {
  readonly at: string;
  readonly action: string;
  readonly by: string;
}

interface Held {
  readonly sessions: readonly Record<string, unknown>[];
  readonly audit_log: readonly Entry[];
}

function ask(token: string, body: object = {}): Promise<Response> {
  return Promise.resolve(
    server.request('/rest/v1/rpc/personal_data', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
}

async function heldAbout(token: string, person?: string): Promise<Held> {
  const response = await ask(token, person ? { person } : {});
  expect(response.status).toBe(200);
  return (await response.json()) as Held;
}

/** A minute passes for the limit of readings. */
async function passMinute(): Promise<void> {
  await server.context.db.query(
    `update private.personal_data_requests set recent = array(select m - interval '1 minute' from unnest(recent) m)`,
  );
}

test('N2: a copied access token does not tell when the owner refreshes', async () => {
  const session = await signUp(server);
  const { sessions: before } = await heldAbout(session.access_token);
  const next = await server.requestFrom('203.0.113.77', '/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    body: JSON.stringify({ refresh_token: session.refresh_token }),
  });
  expect(next.status).toBe(200);
  const { sessions: after } = await heldAbout(session.access_token);
  expect(before).toEqual([{ current: true, created_at: expect.any(String), browser: null }]);
  expect(after).toEqual(before);
  const readable = ['/auth/v1/user', '/auth/v1/factors', '/auth/v1/user/identities/authorize'];
  const { access_token: token, refresh_token: refreshToken } = (await next.json()) as Session;
  const look = async () =>
    Promise.all(
      readable.map(async (path) => {
        const headers = { authorization: `Bearer ${session.access_token}` };
        return (await server.request(path, { headers })).text();
      }),
    );
  const seen = await look();
  await server.request('/auth/v1/user', { headers: { authorization: `Bearer ${token}` } });
  expect((await refresh(server, refreshToken)).status).toBe(200);
  expect(await look()).toEqual(seen);
});

test('N2: another session of the person, and an administrator, see when a session was used', async () => {
  const { user, access_token: token } = await signUp(server);
  const { body } = await signIn(server, user.email!);
  await refresh(server, body['refresh_token'] as string);
  const { sessions } = await heldAbout(token);
  expect(sessions.map(({ current }) => current)).toEqual([true, undefined]);
  expect(sessions[1]).toMatchObject({ refreshed_at: expect.any(String) });
  const carla = await server.as('carla').request('/rest/v1/rpc/personal_data', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ person: user.id }),
  });
  const shown = ((await carla.json()) as Held).sessions;
  expect(shown.every((each) => 'refreshed_at' in each && !('current' in each))).toBe(true);
});

const admin = (id: string, body: object) =>
  sendAsAdmin(server, `/admin/users/${id}`, { method: 'PUT', body });

/** A person whose address has a history of sign-ins, failures and changes, and is then given up. */
async function formerOwner(address: { email: string } | { phone: string }): Promise<string> {
  const created = await sendAsAdmin(server, '/admin/users', {
    body: { ...address, password: goodPassword, email_confirm: true, phone_confirm: true },
  });
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  const token = (password: string) =>
    send(server, '/token?grant_type=password', { body: { ...address, password } });
  await token('not the password');
  expect((await token(goodPassword)).status).toBe(200);
  return created.body['id'] as string;
}

async function actsOf(token: string): Promise<string[]> {
  await server.context.audit.settled();
  await passMinute();
  const { audit_log: entries } = await heldAbout(token);
  return entries.map(({ action }) => action).filter((action) => action !== 'personal_data_read');
}

test('N10: who registers a given-up address sees nothing of its former owner', async () => {
  const email = newEmail();
  await admin(await formerOwner({ email }), { email: newEmail(), email_confirm: true });
  const { access_token: token } = await signUp(server, email);
  expect(await actsOf(token)).toEqual(['user_signedup', 'login']);
  await signIn(server, email, 'not the password');
  expect(await actsOf(token)).toEqual(['user_signedup', 'login', 'login_failed']);
});

test('N10: nor when the address is written in capitals, or was changed twice', async () => {
  const email = newEmail();
  const former = await formerOwner({ email });
  await admin(former, { email: newEmail(), email_confirm: true });
  await admin(former, { email, email_confirm: true });
  await signIn(server, email.toUpperCase(), 'not the password');
  await admin(former, { email: newEmail(), email_confirm: true });
  const { access_token: token } = await signUp(server, email.toUpperCase());
  expect(await actsOf(token)).toEqual(['user_signedup', 'login']);
});

test('N10: nor when an older account takes the address, and nothing of an own earlier address', async () => {
  const [email, own] = [newEmail(), newEmail()];
  const { user, access_token: token } = await signUp(server, own);
  await signIn(server, own, 'not the password');
  await admin(await formerOwner({ email }), { email: newEmail(), email_confirm: true });
  await admin(user.id, { email, email_confirm: true });
  const acts = await actsOf(token);
  expect(acts).not.toContain('login_failed');
  await signIn(server, email, 'not the password');
  expect(await actsOf(token)).toEqual([...acts, 'login_failed']);
});

test('N10: nor a number’s former owner', async () => {
  const [phone, next] = ['56911112222', '56911113333'];
  await admin(await formerOwner({ phone }), { phone: next, phone_confirm: true });
  const { body, status } = await send(server, '/signup', { body: { phone, password: goodPassword } });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await actsOf(body['access_token'] as string)).toEqual(['user_signedup', 'login']);
});

test('N9: an account reads its data twice a minute, however many ask at once', async () => {
  const { user, access_token: token } = await signUp(server);
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, ...Array<number>(6).fill(429)]);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await refused.json()).toMatchObject({ code: 'over_request_rate_limit' });
  const other = (await signIn(server, user.email!)).body['access_token'] as string;
  expect((await ask(other)).status).toBe(429);
  expect((await ask((await signUp(server)).access_token)).status).toBe(200);
  await passMinute();
  expect((await ask(token)).status).toBe(200);
});

test('N9: an administrator reads the data of twenty people a minute; a stranger nobody’s', async () => {
  const people = await server.context.db.query<{ id: string }>('select id from auth.users limit 1');
  const person = people[0]!.id;
  const asAdmin = () =>
    server.as('carla').request('/rest/v1/rpc/personal_data', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ person }),
    });
  await passMinute();
  const statuses: number[] = [];
  for (let count = 0; count < 21; count += 1) statuses.push((await asAdmin()).status);
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
  const service = { method: 'POST', headers: { 'content-type': 'application/json' } };
  for (let count = 0; count < 3; count += 1) {
    const response = await server.service('/rest/v1/rpc/personal_data', {
      ...service,
      body: JSON.stringify({ person }),
    });
    expect(response.status).toBe(200);
  }
  const { access_token: token } = await signUp(server);
  for (let count = 0; count < 3; count += 1) expect((await ask(token, { person })).status).toBe(403);
});

test('a driver’s ratings stand there with their reasons', async () => {
  const diego = server.as('diego');
  await server.context.db.query(
    `insert into reviews (driver_id, rating, reasons) values ($1, 2, array['price', 'route'])`,
    [diego.driverId],
  );
  const response = await diego.request('/rest/v1/rpc/personal_data', { method: 'POST' });
  expect(await response.json()).toMatchObject({
    drivers: [{ ratings: [{ rating: 2, reasons: ['price', 'route'] }] }],
  });
});

test('N9: personal data are read by indexes, not by a walk through the audit log', async () => {
  const { db, audit } = server.context;
  await audit.settled();
  const { user } = await signUp(server);
  await db.query(
    `insert into auth.audit_log_entries (id, payload, created_at, ip_address)
     select gen_random_uuid(), jsonb_build_object('action', 'login', 'actor_id', gen_random_uuid(),
       'actor_username', 'p' || n || '@example.com', 'traits', jsonb_build_object('target', 'user:' || gen_random_uuid())),
       now(), '' from generate_series(1, 20000) n`,
  );
  await db.query('analyze auth.audit_log_entries');
  await db.query('analyze private.audit');
  const read = await db.transaction(async (transaction) => {
    await transaction.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: user.id, role: 'authenticated', session_id: randomUUID() }),
    ]);
    await transaction.query('select public.personal_data()');
    return transaction.query<{ walked: number }>(
      `select coalesce(seq_tup_read, 0)::integer as walked from pg_stat_xact_all_tables
       where relid = 'auth.audit_log_entries'::regclass`,
    );
  });
  expect(read).toEqual([{ walked: 0 }]);
});

test('the printed copy has a word for every heading, and for every field of an account and a driver record', async () => {
  const [driver] = await server.context.db.query<{ columns: string[] }>(
    `select array_agg(column_name::text) as columns from information_schema.columns
      where table_schema = 'public' and table_name = 'drivers'`,
  );
  const { issued_at: _, ...held } = (await heldAbout((await signUp(server)).access_token)) as Held & {
    readonly issued_at: string;
    readonly account: object;
  };
  expect(Object.keys(held).sort()).toEqual(Object.keys(replies.dataCopy.headings).sort());
  const fields = [...Object.keys(held.account), ...driver!.columns];
  expect(Object.keys(replies.dataCopy.labels)).toEqual(expect.arrayContaining(fields));
});
