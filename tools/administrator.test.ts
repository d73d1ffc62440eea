import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../server/testing/app.ts';
import { goodPassword, newEmail, refresh, signIn, signUp } from '../backend/testing/auth/auth.ts';
import { newSecuredMember } from '../backend/testing/auth/factors.ts';
import { addPasskey, newAuthenticator, signInWithPasskey } from '../backend/testing/auth/passkeys.ts';
import { makeAdministrator } from './administrator.ts';
import { sendTo } from '../backend/testing/send.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const password = 'lámpara 31 Ventana';

function promote(email: string, chosen = password): Promise<string> {
  const send = async (path: string, init: RequestInit) => sendTo(server.app, path, init);
  return makeAdministrator(send, server.context.config.keys.secret, email, chosen);
}

async function roleOf(email: string, secret: string): Promise<unknown> {
  const { status, body } = await signIn(server, email, secret);
  if (status !== 200) return status;
  return (body['user'] as { app_metadata: { role?: string } }).app_metadata.role;
}

test('it creates an administrator', async () => {
  const email = newEmail();
  expect(await promote(email)).toBe(`Created the administrator ${email}.`);
  expect(await roleOf(email, password)).toBe('admin');
});

test.each([301, 307, 308])('the secret key does not follow a redirect with status %d', async (status) => {
  const asked: string[] = [];
  const api = createServer(({ url = '' }, response) => {
    asked.push(url.split('?')[0]!);
    response.writeHead(status, { location: '/stolen' }).end();
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  const { port } = api.address() as AddressInfo;
  const send = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  await expect(makeAdministrator(send, 'sb_secret', newEmail(), password)).rejects.toThrow();
  api.close();
  expect(asked).toEqual(['/auth/v1/admin/users']);
});

test('V5: a stranger who registered the address of the operator first stays outside', async () => {
  const email = newEmail();
  const { refresh_token: token, user } = await signUp(server, email, goodPassword);
  expect(await promote(email)).toContain(`The account was created on ${user.created_at.slice(0, 10)}`);
  expect(await roleOf(email, goodPassword)).toBe(400);
  expect((await refresh(server, token)).status).toBe(400);
  expect(await roleOf(email, password)).toBe('admin');
});

test('V13: an administrator who lost the second factor gets in again', async () => {
  const { db } = server.context;
  const { userId, email, client } = await newSecuredMember(server);
  const authenticator = newAuthenticator(server);
  await addPasskey(client, authenticator);
  const role = `raw_app_meta_data || '{"role": "admin"}'`;
  await db.transaction(async (transaction) => {
    await transaction.query('set local session_replication_role = replica');
    await transaction.query(`update auth.users set raw_app_meta_data = ${role} where id = $1`, [userId]);
  });
  expect(await db.query('select from auth.mfa_factors where user_id = $1', [userId])).toHaveLength(1);
  await promote(email);
  expect(await db.query('select from auth.mfa_factors where user_id = $1', [userId])).toHaveLength(0);
  expect((await signInWithPasskey(server, authenticator)).status).toBe(400);
  expect(await roleOf(email, password)).toBe('admin');
});

test('V13: a weak password is refused, and nothing has changed', async () => {
  const [fresh, existing] = [newEmail(), newEmail()];
  await promote(existing);
  for (const email of [fresh, existing])
    await expect(promote(email, 'short')).rejects.toThrow('Password should be at least');
  expect(await roleOf(fresh, 'short')).toBe(400);
  expect(await roleOf(existing, password)).toBe('admin');
});
