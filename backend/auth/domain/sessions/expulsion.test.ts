import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { refresh, send, sendAsAdmin, signUp, signIn, goodPassword } from '../../../testing/auth/auth.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Every service's status for a token; storage says 400 for 403. */
async function answers(token: string): Promise<Readonly<Record<string, number>>> {
  const headers = { authorization: `Bearer ${token}` };
  const list = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' };
  return {
    user: (await send(server, '/user', { token })).status,
    rest: (await server.request('/rest/v1/walkers?select=id', { headers })).status,
    storage: (await server.request('/storage/v1/object/list/pictures', { ...list, body: '{"prefix":""}' }))
      .status,
    functions: (await server.request('/functions/v1/accounts', { headers })).status,
    rpc: (await server.request('/rest/v1/rpc/personal_data', list)).status,
    administration: (await send(server, '/admin/users', { token })).status,
  };
}

async function administrator() {
  const { user } = await signUp(server);
  await sendAsAdmin(server, `/admin/users/${user.id}`, {
    method: 'PUT',
    body: { app_metadata: { role: 'admin' }, password: goodPassword },
  });
  const { body } = await signIn(server, user.email!);
  return {
    id: user.id,
    email: user.email!,
    token: body['access_token'] as string,
    refreshToken: body['refresh_token'] as string,
  };
}

test.each([
  ['banned', 'PUT', { ban_duration: '876000h' }],
  ['demoted', 'PUT', { app_metadata: { role: null } }],
  ['deleted', 'DELETE', {}],
])('S5 a user who is %s loses access to every service at once', async (what, method, body) => {
  const person = await administrator();
  expect(await answers(person.token)).toEqual({
    user: 200,
    rest: 200,
    storage: 200,
    functions: 200,
    rpc: 200,
    administration: 403,
  });
  const done = await sendAsAdmin(server, `/admin/users/${person.id}`, { method, body });
  expect(done.status).toBe(200);
  const after = await answers(person.token);
  for (const [service, status] of Object.entries(after)) expect([400, 401, 403], service).toContain(status);
  expect(after['rest']).toBe(401);
  expect((await refresh(server, person.refreshToken)).status).toBe(400);
  if (what === 'banned') {
    const { status, body: answer } = await signIn(server, person.email);
    expect([status, answer['error_code']]).toEqual([400, 'user_banned']);
  }
});

test('S5 a user can sign in again after a ban', async () => {
  const { id, email } = await administrator();
  const put = (duration: string) =>
    sendAsAdmin(server, `/admin/users/${id}`, { method: 'PUT', body: { ban_duration: duration } });
  await put('876000h');
  expect((await signIn(server, email)).status).toBe(400);
  await put('none');
  const { status, body } = await signIn(server, email);
  expect(status).toBe(200);
  expect((await answers(body['access_token'] as string))['functions']).toBe(200);
});
