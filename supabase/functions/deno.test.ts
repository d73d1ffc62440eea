import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { goodPassword, signIn, signUp } from '../../backend/testing/auth/auth.ts';
import { startDenoFunctions, withoutLegacyKeys, type DenoFunctions } from '../../server/testing/deno.ts';

/*
 * The functions are written for the hosted runtime, which is Deno. Each runs here as it is, in Deno itself against
 * our server on a port, and in our server: both must do the same. A hosted project made since November 2025 has no
 * legacy keys, so Deno gets none.
 */

let server: ProductApp;
let deno: DenoFunctions;

beforeAll(async () => {
  server = await startProductApp();
  deno = await startDenoFunctions(server, ['admin-users', 'my-data'], withoutLegacyKeys);
});
afterAll(async () => {
  await deno[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const runtimes = {
  'our server': async (path: string, init: RequestInit) => server.request(`/functions/v1${path}`, init),
  Deno: async (path: string, init: RequestInit) => deno.request(path, init),
} as const;

describe.each(Object.keys(runtimes) as (keyof typeof runtimes)[])('admin-users in %s', (runtime) => {
  async function send(who: 'carla' | 'diego' | undefined, method: string, path = '', body?: object) {
    const response = await runtimes[runtime](`/admin-users${path}`, {
      method,
      headers: who ? { authorization: `Bearer ${server.as(who).token}` } : {},
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  }

  test('lists the accounts for administrators, for nobody else', async () => {
    const { status, body } = await send('carla', 'GET', '?search=diego&per_page=5');
    expect(status).toBe(200);
    const driver = { id: server.as('diego').driverId, name: 'diego', license_plate: 'DDDD11' };
    expect(body).toMatchObject({ total: 1, users: [{ email: 'diego@example.com', role: 'driver', driver }] });
    expect(await send('diego', 'GET')).toMatchObject({ status: 403, body: { code: 'not_admin' } });
    expect((await send(undefined, 'GET')).status).toBe(401);
    expect((await send(undefined, 'OPTIONS')).status).toBe(204);
  });

  test('makes, changes and deletes an account', async () => {
    const account = { email: `${randomUUID()}@example.com`, password: 'cobre nieve 51 pacífico' };
    const made = await send('carla', 'POST', '', account);
    expect(made).toMatchObject({ status: 201, body: { email: account.email, role: 'driver', driver: null } });
    const path = `/${(made.body as { id: string }).id}`;
    const driverId = server.as('elena').driverId;
    expect(await send('carla', 'PATCH', path, { role: 'admin', driver_id: driverId })).toMatchObject({
      status: 200,
      body: { role: 'admin', driver: { id: driverId } },
    });
    expect(await send('carla', 'DELETE', path)).toEqual({ status: 204, body: null });
    expect(await send('carla', 'DELETE', path)).toMatchObject({ body: { code: 'user_not_found' } });
  });

  test('refuses with the same codes', async () => {
    const email = 'diego@example.com';
    const own = `/${server.as('carla').userId}`;
    const refusals = [
      [await send('carla', 'POST', '', { email, password: 'short' }), 422, 'weak_password'],
      [await send('carla', 'POST', '', { email, password: 'cobre nieve 51' }), 422, 'email_exists'],
      [await send('carla', 'POST', '', { email }), 400, 'validation_failed'],
      [await send('carla', 'PATCH', own, { role: 'driver' }), 409, 'self_demote'],
      [await send('carla', 'DELETE', own), 409, 'self_delete'],
      [await send('carla', 'PUT'), 405, 'method_not_allowed'],
      [await send('carla', 'GET', '/a/b'), 404, 'not_found'],
    ] as const;
    for (const [answer, status, code] of refusals) expect(answer).toMatchObject({ status, body: { code } });
  });
});

describe.each(Object.keys(runtimes) as (keyof typeof runtimes)[])('my-data in %s', (runtime) => {
  test('deletes the account of whoever knows its password, and nobody else’s', async () => {
    const { user, access_token: token } = await signUp(server);
    const remove = (headers: Record<string, string>, password: string) =>
      runtimes[runtime]('/my-data', { method: 'DELETE', headers, body: JSON.stringify({ password }) });
    const authorization = `Bearer ${token}`;
    const wrong = await remove({ authorization }, 'not the password');
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'current_password_invalid' }]);
    expect((await remove({}, goodPassword)).status).toBe(401);
    expect((await remove({ authorization }, goodPassword)).status).toBe(204);
    expect((await signIn(server, user.email!)).status).toBe(400);
  });
});
