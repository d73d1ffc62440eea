import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createInbox, joined, startRealtimeApp, type RealtimeApp } from '../../testing/realtime.ts';

let app: RealtimeApp;
beforeAll(async () => {
  app = await startRealtimeApp({ sweepInterval: 50, channelsPerConnection: 3, idle: 2000 });
});
afterAll(() => app[Symbol.asyncDispose]());

async function open(token: string, at = app) {
  const channel = at.client(token).channel(`session ${Math.random()}`);
  const messages = createInbox<{ status: string; message: string }>();
  const statuses = createInbox<string>();
  channel.on('system', {}, (payload: { status: string; message: string }) => messages.add(payload));
  channel.subscribe((status) => statuses.add(status));
  return { channel, messages, statuses };
}

function tokenOf(name: 'diego' | 'elena', lifetime: number, at = app): Promise<string> {
  const { userId, sessionId } = at.server.as(name);
  const exp = Math.floor(Date.now() / 1000) + lifetime;
  const claims = { sub: userId, session_id: sessionId, aud: 'authenticated', role: 'authenticated', exp };
  return at.server.context.tokens.sign(claims);
}

test('an expired token closes the channel, unless the client has sent a new one', async () => {
  // The tolerance for clocks is 5 seconds: these tokens have between 4 and 5 left, which a busy machine needs to join.
  // Without the idle connections' end of the others: it would come before the token's.
  await using patient = await startRealtimeApp({ sweepInterval: 50 });
  const ending = await open(await tokenOf('diego', 0, patient), patient);
  const renewed = await open(await tokenOf('diego', 0, patient), patient);
  expect([await ending.statuses.next(), await renewed.statuses.next()]).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
  await renewed.channel.socket.setAuth(await tokenOf('diego', 3600, patient));
  expect(await ending.messages.next()).toMatchObject({ status: 'error', message: 'Token has expired' });
  expect(await ending.statuses.next()).toBe('CLOSED');
  expect(renewed.statuses.items).toEqual(['SUBSCRIBED']);
});

test('rejects expired and forged tokens', async () => {
  const expired = await joined(app.client(await tokenOf('diego', -60)).channel('x'));
  expect(expired).toMatchObject({
    status: 'CHANNEL_ERROR',
    error: { message: 'ExpiredToken: Token has expired' },
  });
  const invented = await joined(app.client('a.b.c').channel('x'));
  expect(invented.error?.message).toContain('InvalidJWTToken');
});

test('signing out closes the channels of that session alone', async () => {
  const { server } = app;
  const [elena, diego] = [await open(server.as('elena').token), await open(server.as('diego').token)];
  expect([await elena.statuses.next(), await diego.statuses.next()]).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
  const response = await server.as('elena').request('/auth/v1/logout', { method: 'POST' });
  expect(response.status).toBe(204);
  expect(await elena.messages.next()).toMatchObject({ status: 'error' });
  expect(await elena.statuses.next()).toBe('CLOSED');
  expect(diego.statuses.items).toEqual(['SUBSCRIBED']);
});

test('S5 banning an account closes its channels alone', async () => {
  const { server } = app;
  const [nora, diego] = [await open(server.as('nora').token), await open(server.as('diego').token)];
  expect([await nora.statuses.next(), await diego.statuses.next()]).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
  const blocked = await server.as('carla').request(`/functions/v1/accounts/${server.as('nora').userId}`, {
    method: 'PATCH',
    body: JSON.stringify({ ban_duration: '24h' }),
  });
  expect(blocked.status).toBe(200);
  expect(await nora.messages.next()).toMatchObject({ status: 'error' });
  expect(await nora.statuses.next()).toBe('CLOSED');
  expect(diego.statuses.items).toEqual(['SUBSCRIBED']);
});

test('limits the channels of a connection', async () => {
  const client = app.client();
  const statuses: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) statuses.push((await joined(client.channel(name))).status);
  expect(statuses).toEqual(['SUBSCRIBED', 'SUBSCRIBED', 'SUBSCRIBED', 'CHANNEL_ERROR']);
});

function websocket(query: string, path = '/websocket'): WebSocket {
  return new WebSocket(`${app.url.replace('http', 'ws')}${path}?${query}`);
}

function withKey(): WebSocket {
  return websocket(`apikey=${app.server.context.config.keys.publishable}&vsn=2.0.0`);
}

async function statusOf(socket: WebSocket): Promise<number | undefined> {
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode?: number }];
  socket.on('error', () => {});
  socket.terminate();
  return response.statusCode;
}

test('opens no websocket without a valid key or at another address', async () => {
  expect(await statusOf(websocket('vsn=2.0.0'))).toBe(401);
  expect(await statusOf(websocket('apikey=nonsense&vsn=2.0.0'))).toBe(401);
  expect(await statusOf(websocket('apikey=x', '/elsewhere'))).toBe(404);
  const { publishable } = app.server.context.config.keys;
  expect(await statusOf(websocket(`apikey=${publishable}&vsn=9`))).toBe(400);
});

test('closes an idle connection', async () => {
  const socket = withKey();
  await once(socket, 'open');
  await once(socket, 'close');
});

test('too many or too large messages close the connection', async () => {
  const flooding = withKey();
  await once(flooding, 'open');
  for (let n = 0; n < 1000; n += 1) flooding.send(`[null,"${n}","phoenix","heartbeat",{}]`);
  expect((await once(flooding, 'close'))[0]).toBe(1008);
  const large = withKey();
  await once(large, 'open');
  large.send('x'.repeat(300_000));
  expect((await once(large, 'close'))[0]).toBe(1009);
});
