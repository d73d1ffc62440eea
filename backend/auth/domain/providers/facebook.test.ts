import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { newEmail, send } from '../../../testing/auth/auth.ts';
import { authorizeAt, configureProviders, fragmentOf } from '../../../testing/auth/oauth.ts';

/** A minimal Facebook: the endpoints, names and checks of its sign-in. */
const secret = 'the secret of the app';
let address: string;
let email: string;
const facebook = createServer(async (request, response) => {
  const url = new URL(request.url!, 'http://facebook');
  response.setHeader('Content-Type', 'application/json');
  if (url.pathname === '/oauth/access_token') {
    const [body] = (await once(request, 'data')) as [Buffer];
    const form = new URLSearchParams(body.toString());
    const good = form.get('code') === 'good' && form.get('client_secret') === secret;
    response.statusCode = good ? 200 : 400;
    response.end(
      JSON.stringify(
        good ? { access_token: 'token', token_type: 'bearer', expires_in: 5000 } : { error: { code: 100 } },
      ),
    );
    return;
  }
  const proof = createHmac('sha256', secret).update('token').digest('hex');
  if (request.headers.authorization !== 'Bearer token' || url.searchParams.get('appsecret_proof') !== proof)
    response.statusCode = 401;
  response.end(
    JSON.stringify({
      id: '1234',
      name: 'Ana Ríos',
      first_name: 'Ana',
      email,
      picture: { data: { url: 'https://images.example/a' } },
    }),
  );
});

let server: TestApp;
beforeAll(async () => {
  email = newEmail();
  await once(facebook.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(facebook.address() as AddressInfo).port}`;
  server = await startTestApp({
    config: configureProviders({ issuer: address, clientId: 'club', secret }, ['facebook']),
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  facebook.closeAllConnections();
  facebook.close();
});

test('a sign-in with Facebook', async () => {
  const { url, cookie } = await authorizeAt(server, { provider: 'facebook' });
  expect(url.href).toMatch(`${address}/dialog/oauth?`);
  expect(url.searchParams.get('scope')).toBe('email');
  const query = new URLSearchParams({ state: url.searchParams.get('state')!, code: 'good' });
  const response = await server.request(`/auth/v1/callback?${query}`, { headers: { cookie } });
  const session = fragmentOf(new URL(response.headers.get('location')!));
  expect(session['provider_token']).toBe('token');
  const { body: user } = await send(server, '/user', { token: session['access_token']! });
  expect(user).toMatchObject({
    email,
    app_metadata: { provider: 'facebook' },
    user_metadata: { sub: '1234', full_name: 'Ana Ríos', avatar_url: 'https://images.example/a' },
  });
});

test('a code that Facebook rejects is rejected', async () => {
  const { url, cookie } = await authorizeAt(server, { provider: 'facebook' });
  const query = new URLSearchParams({ state: url.searchParams.get('state')!, code: 'bad' });
  const response = await server.request(`/auth/v1/callback?${query}`, { headers: { cookie } });
  expect(fragmentOf(new URL(response.headers.get('location')!))).toMatchObject({ error: 'server_error' });
});
