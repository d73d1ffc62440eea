import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { lastMessageTo } from '../../../testing/outbox.ts';
import {
  createClient,
  refresh,
  send,
  sendAsAdmin,
  signUp,
  type AuthResponse,
} from '../../../testing/auth/auth.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

function sessionOf(token: unknown): unknown {
  return decodeJwt(String(token))['session_id'];
}

function next({ body }: AuthResponse): string {
  return body['refresh_token'] as string;
}

/** Moves the history of a session's tokens into the past. */
async function passTime(sessionId: unknown, seconds: number): Promise<void> {
  const past = `updated_at - make_interval(secs => $2)`;
  await server.context.db.query(`update auth.refresh_tokens set updated_at = ${past} where session_id = $1`, [
    sessionId,
    seconds,
  ]);
}

test('the official client refreshes its session', async () => {
  const session = await signUp(server);
  const client = createClient(server);
  const { data, error } = await client.refreshSession({ refresh_token: session.refresh_token });
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  expect(sessionOf(data.session?.access_token)).toBe(sessionOf(session.access_token));
  expect(data.user?.id).toBe(session.user.id);
});

test('each refresh gives a new token and the current user', async () => {
  const session = await signUp(server);
  await sendAsAdmin(server, `/admin/users/${session.user.id}`, {
    method: 'PUT',
    body: { app_metadata: { plan: 'night' } },
  });
  const first = await refresh(server, session.refresh_token);
  const second = await refresh(server, next(first));
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(new Set([session.refresh_token, next(first), next(second)]).size).toBe(3);
  expect(decodeJwt(first.body['access_token'] as string)['app_metadata']).toMatchObject({ plan: 'night' });
});

test('S3, S8: a client that lost the response gets the same new token a day later', async () => {
  const session = await signUp(server);
  const first = await refresh(server, session.refresh_token);
  await passTime(sessionOf(session.access_token), 86_400);
  const again = await refresh(server, session.refresh_token);
  expect(again.status).toBe(200);
  expect(next(again)).toBe(next(first));
  expect((await refresh(server, next(first))).status).toBe(200);
});

/** Uses the access token of a refresh, with any service. */
async function presentAccessToken({ body }: AuthResponse): Promise<void> {
  const headers = { authorization: `Bearer ${body['access_token'] as string}` };
  expect((await server.request('/rest/v1/walkers?select=id', { headers })).status).toBe(200);
}

async function auditOf(userId: string): Promise<unknown[]> {
  await server.context.audit.settled();
  return server.context.db.query(
    `select payload -> 'traits' ->> 'sessions' as sessions from auth.audit_log_entries
     where payload ->> 'actor_id' = $1 and payload ->> 'action' = 'token_revoked'`,
    [userId],
  );
}

test('V14: a stolen token ends the session once the owner has used its successor', async () => {
  const session = await signUp(server);
  const owner = await refresh(server, session.refresh_token);
  await presentAccessToken(owner);
  await passTime(sessionOf(session.access_token), 11);
  const thief = await refresh(server, session.refresh_token);
  expect([thief.status, thief.body['error_code']]).toEqual([400, 'refresh_token_already_used']);
  expect((await refresh(server, next(owner))).body['error_code']).toBe('refresh_token_not_found');
  const token = owner.body['access_token'] as string;
  expect((await send(server, '/user', { token })).body['error_code']).toBe('session_not_found');
  expect((await lastMessageTo(server, session.user.email!)).kind).toBe('session_ended');
  expect(await auditOf(session.user.id)).toEqual([{ sessions: '1' }]);
});

test('V14: the owner’s refresh ends the session of a faster thief', async () => {
  const session = await signUp(server);
  const thief = await refresh(server, session.refresh_token);
  await presentAccessToken(thief);
  await passTime(sessionOf(session.access_token), 3600);
  expect((await refresh(server, session.refresh_token)).body['error_code']).toBe(
    'refresh_token_already_used',
  );
  const token = thief.body['access_token'] as string;
  expect((await send(server, '/user', { token })).status).toBe(403);
});

test('V14: the next refresh detects a thief who took the owner’s lost response', async () => {
  const session = await signUp(server);
  await refresh(server, session.refresh_token);
  await passTime(sessionOf(session.access_token), 3600);
  const thief = await refresh(server, session.refresh_token);
  expect(thief.status).toBe(200);
  await presentAccessToken(thief);
  await passTime(sessionOf(session.access_token), 11);
  expect((await refresh(server, session.refresh_token)).status).toBe(400);
  expect((await refresh(server, next(thief))).status).toBe(400);
});

test('V14: the official client that lost a response stays signed in', async () => {
  const session = await signUp(server);
  await refresh(server, session.refresh_token);
  await passTime(sessionOf(session.access_token), 86_400);
  const client = createClient(server);
  for (let round = 0; round < 3; round += 1) {
    const { error } = await client.refreshSession(
      round === 0 ? { refresh_token: session.refresh_token } : undefined,
    );
    expect(error).toBeNull();
    expect((await client.getUser()).error).toBeNull();
    await passTime(sessionOf(session.access_token), 3600);
  }
});

test('S3 twenty concurrent refreshes with one token get the same new token', async () => {
  const session = await signUp(server);
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(server, session.refresh_token)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(next)).size).toBe(1);
});

test('S2 an old token used later ends the whole session', async () => {
  const session = await signUp(server);
  const second = await refresh(server, next(await refresh(server, session.refresh_token)));
  await passTime(sessionOf(session.access_token), 11);
  const stolen = await refresh(server, session.refresh_token);
  expect([stolen.status, stolen.body['error_code'], stolen.body['msg']]).toEqual([
    400,
    'refresh_token_already_used',
    'Invalid Refresh Token: Already Used',
  ]);
  expect((await refresh(server, next(second))).body['error_code']).toBe('refresh_token_not_found');
  const user = await send(server, '/user', { token: second.body['access_token'] as string });
  expect([user.status, user.body['error_code']]).toEqual([403, 'session_not_found']);
});

test('without rotation an old token is rejected and the session continues', async () => {
  await using lenient = await startTestApp({
    config: ({ protocol, ...config }) => ({
      ...config,
      protocol: {
        ...protocol,
        auth: { ...protocol.auth, enable_refresh_token_rotation: false, refresh_token_reuse_interval: 0 },
      },
    }),
  });
  const session = await signUp(lenient);
  const second = await refresh(lenient, next(await refresh(lenient, session.refresh_token)));
  expect((await refresh(lenient, session.refresh_token)).body['error_code']).toBe(
    'refresh_token_already_used',
  );
  expect((await refresh(lenient, next(second))).status).toBe(200);
});

test.each([
  ['', 'validation_failed', 'refresh_token required'],
  ['short', 'validation_failed', 'Refresh token is not valid'],
  ['UPPERCASE123', 'validation_failed', 'Refresh token is not valid'],
  ['abcdefghijkl', 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
])('“%s” gets %s', async (token, code, message) => {
  const { status, body } = await refresh(server, token);
  expect([status, body['error_code'], body['msg']]).toEqual([400, code, message]);
});

test('the database holds no usable token', async () => {
  const session = await signUp(server);
  const [row] = await server.context.db.query<{ token: string }>(
    'select token from auth.refresh_tokens where session_id = $1',
    [sessionOf(session.access_token)],
  );
  expect(row?.token).not.toContain(session.refresh_token);
  expect((await refresh(server, row!.token)).status).toBe(400);
});

test('neither a banned nor a deleted user can refresh', async () => {
  const banned = await signUp(server);
  await server.context.db.query(
    `update auth.users set banned_until = now() + interval '1 hour' where id = $1`,
    [banned.user.id],
  );
  expect((await refresh(server, banned.refresh_token)).body['error_code']).toBe('user_banned');
  const deleted = await signUp(server);
  await sendAsAdmin(server, `/admin/users/${deleted.user.id}`, { method: 'DELETE' });
  expect((await refresh(server, deleted.refresh_token)).body['error_code']).toBe('refresh_token_not_found');
});

test.each([
  ['created_at', '91 days', 'Time Box'],
  ['refreshed_at', '31 days', 'Inactivity'],
])('S7 a session whose %s is %s ago has expired', async (column, age, reason) => {
  const session = await signUp(server);
  await server.context.db.query(`update auth.sessions set ${column} = now() - $2::interval where id = $1`, [
    sessionOf(session.access_token),
    age,
  ]);
  const { body } = await refresh(server, session.refresh_token);
  expect(body['error_code']).toBe('session_expired');
  expect(body['msg']).toBe(`Invalid Refresh Token: Session Expired (${reason})`);
});

test('S8 a device that was off for a week refreshes its session', async () => {
  const session = await signUp(server);
  await server.context.db.query(
    `update auth.sessions set created_at = now() - interval '29 days' where id = $1`,
    [sessionOf(session.access_token)],
  );
  await passTime(sessionOf(session.access_token), 7 * 86_400);
  expect((await refresh(server, session.refresh_token)).status).toBe(200);
});

test('a session stores its last browser and address', async () => {
  const session = await signUp(server);
  const path = '/auth/v1/token?grant_type=refresh_token';
  const response = await server.requestFrom('::ffff:192.0.2.7', path, {
    method: 'POST',
    body: JSON.stringify({ refresh_token: session.refresh_token }),
    headers: { 'user-agent': 'Tablet/2' },
  });
  expect(response.status).toBe(200);
  const rows = await server.context.db.query(
    'select user_agent, host(ip) as ip, refreshed_at is not null as refreshed from auth.sessions where id = $1',
    [sessionOf(session.access_token)],
  );
  expect(rows).toEqual([{ user_agent: 'Tablet/2', ip: '192.0.2.7', refreshed: true }]);
});
