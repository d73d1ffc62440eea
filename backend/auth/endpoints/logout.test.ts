import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createClient, goodPassword, refresh, send, signIn, signUp } from '../../testing/auth/auth.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** A user with three sessions whose tokens were used, so that all caches hold them. */
async function threeSessions(): Promise<[Tokens, Tokens, Tokens]> {
  const first = await signUp(server);
  const sessions = [{ access: first.access_token, refresh: first.refresh_token }];
  for (let count = 0; count < 2; count += 1) {
    const { body } = await signIn(server, first.user.email!);
    sessions.push({ access: body['access_token'] as string, refresh: body['refresh_token'] as string });
  }
  for (const { access } of sessions) await server.context.tokens.verify(access);
  return sessions as [Tokens, Tokens, Tokens];
}

/** Whether a session still works; all services must agree. */
async function isAlive(session: Tokens): Promise<boolean> {
  const user = await send(server, '/user', { token: session.access });
  const verified = await server.context.tokens.verify(session.access).then(
    () => true,
    () => false,
  );
  const refreshed = await refresh(server, session.refresh);
  expect([verified, refreshed.status === 200]).toEqual([user.status === 200, user.status === 200]);
  if (!verified) expect([user.status, user.body['error_code']]).toEqual([403, 'session_not_found']);
  return verified;
}

test.each([
  ['', [false, false, false]],
  ['?scope=global', [false, false, false]],
  ['?scope=local', [false, true, true]],
  ['?scope=others', [true, false, false]],
])('S4 scope “%s” leaves alive: %j', async (query, expected) => {
  const sessions = await threeSessions();
  const answer = await send(server, `/logout${query}`, { method: 'POST', token: sessions[0].access });
  expect([answer.status, answer.body]).toEqual([204, null]);
  const alive = [];
  for (const session of sessions) alive.push(await isAlive(session));
  expect(alive).toEqual(expected);
});

test('an unknown scope is rejected and ends no session', async () => {
  const [session] = await threeSessions();
  const answer = await send(server, '/logout?scope=all', { method: 'POST', token: session.access });
  expect([answer.status, answer.body['error_code']]).toEqual([400, 'validation_failed']);
  expect(await isAlive(session)).toBe(true);
});

test('S4 other processes learn that a session ended', async () => {
  const [session] = await threeSessions();
  await server.context.db.query('delete from auth.sessions');
  await expect
    .poll(() =>
      server.context.tokens.verify(session.access).then(
        () => 'good',
        (error: Error) => error.message,
      ),
    )
    .toBe('session of the token has ended');
});

test('the official client signs out, and a second time without an error', async () => {
  const { user } = await signUp(server);
  const client = createClient(server);
  await client.signInWithPassword({ email: user.email!, password: goodPassword });
  expect((await client.signOut()).error).toBeNull();
  expect((await client.signOut()).error).toBeNull();
});

test('a bad token is rejected', async () => {
  const { error } = await createClient(server).admin.signOut('not-a-token');
  expect(error?.message).toMatch(/^invalid JWT/);
});
