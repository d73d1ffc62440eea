import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../backend/testing/auth/auth.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Sets a device up with an administrator's link, and gives its access token. */
async function newDevice(name: 'diego' | 'elena'): Promise<string> {
  const link = json({ driver: server.as(name).driverId, name: 'Tablet' });
  const made = await server.as('carla').request('/rest/v1/rpc/create_device_link', link);
  const [{ token }] = (await made.json()) as [{ token: string }];
  const redeemed = await server.request(
    '/functions/v1/tablet-setup',
    json({ token, device_id: randomUUID(), key: randomUUID() }),
  );
  const { body } = await send(server, '/verify', { body: await redeemed.json() });
  expect(body['user']).toMatchObject({ id: server.as(name).userId });
  return body['access_token'] as string;
}

test('N7: who holds a device that a link set up changes neither password, address nor passkeys', async () => {
  const token = await newDevice('diego');
  const put = (body: object) => send(server, '/user', { method: 'PUT', token, body });
  const needed = { status: 400, body: { error_code: 'reauthentication_needed' } };
  expect(await put({ password: 'lámpara 31 Ventana' })).toMatchObject(needed);
  expect(await put({ email: 'thief@example.com' })).toMatchObject(needed);
  const passkey = await send(server, '/passkeys/registration/options', { token, body: {} });
  expect(passkey).toMatchObject(needed);
  expect((await send(server, '/factors', { token, body: { factor_type: 'totp' } })).status).toBe(400);
});

test('N7: the device works as before, and the driver’s own sign-in is a proof', async () => {
  const token = await newDevice('elena');
  const drivers = await server.request('/rest/v1/drivers?select=id', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await drivers.json()).toEqual([{ id: server.as('elena').driverId }]);
  const change = { method: 'PUT', body: { email: `elena-${randomUUID()}@example.com` } };
  expect((await send(server, '/user', { ...change, token: server.as('elena').token })).status).toBe(200);
});
