import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInbox, joined, startRealtimeApp, type RealtimeApp } from '../../testing/realtime.ts';

let app: RealtimeApp;
beforeAll(async () => {
  app = await startRealtimeApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const versions = ['1.0.0', '2.0.0'];

test.each(versions)('with protocol %s a client joins, sends heartbeats and leaves', async (vsn) => {
  const client = app.client(undefined, { vsn });
  const heartbeats = createInbox<string>();
  client.onHeartbeat((status) => heartbeats.add(status));
  const channel = client.channel(`plain ${vsn}`);
  expect(await joined(channel)).toMatchObject({ status: 'SUBSCRIBED' });
  await client.sendHeartbeat();
  expect([await heartbeats.next(), await heartbeats.next()]).toEqual(['sent', 'ok']);
  expect(await client.removeChannel(channel)).toBe('ok');
});

test.each(versions)(
  'with protocol %s a broadcast reaches the others, and its sender on request',
  async (vsn) => {
    const [room, event] = [`sala ñ ${vsn}`, 'posición ✈'];
    const listen = async (self: boolean) => {
      const channel = app
        .client(undefined, { vsn })
        .channel(room, { config: { broadcast: { self, ack: true } } });
      const inbox = createInbox<unknown>();
      channel.on('broadcast', { event }, ({ payload }) => inbox.add(payload));
      await joined(channel);
      return { channel, inbox };
    };
    const [quiet, echoing] = [await listen(false), await listen(true)];
    const send = (channel: RealtimeChannel, n: number) =>
      channel.send({ type: 'broadcast', event, payload: { n, text: 'año “uno”' } });
    expect(await send(quiet.channel, 1)).toBe('ok');
    expect(await send(echoing.channel, 2)).toBe('ok');
    expect(await send(quiet.channel, 3)).toBe('ok');
    expect(await echoing.inbox.next()).toEqual({ n: 1, text: 'año “uno”' });
    expect(await echoing.inbox.next()).toMatchObject({ n: 2 });
    expect(await echoing.inbox.next()).toMatchObject({ n: 3 });
    expect(quiet.inbox.items).toMatchObject([{ n: 2 }]);
  },
);

test('binary broadcasts arrive unchanged, and clients of both protocols reach each other', async () => {
  const inboxes = [createInbox<unknown>(), createInbox<unknown>()];
  for (const [index, vsn] of versions.entries()) {
    const channel = app.client(undefined, { vsn }).channel('mixed');
    channel.on('broadcast', { event: '*' }, ({ payload }) => inboxes[index]!.add(payload));
    await joined(channel);
  }
  const sender = app.client().channel('mixed', { config: { broadcast: { ack: true } } });
  await joined(sender);
  await sender.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([0, 255, 7]).buffer });
  await sender.send({ type: 'broadcast', event: 'text', payload: { hello: true } });
  expect(await inboxes[0]!.next()).toEqual({ hello: true });
  expect(new Uint8Array((await inboxes[1]!.next()) as ArrayBuffer)).toEqual(new Uint8Array([0, 255, 7]));
  expect(await inboxes[1]!.next()).toEqual({ hello: true });
});

test('presence: a client gets the state on joining, then joins, updates and leaves', async () => {
  const open = async (key: string) => {
    const channel = app.client().channel('stand', { config: { presence: { key } } });
    const events = createInbox<string>();
    channel.on('presence', { event: 'join' }, ({ key: who, newPresences }) =>
      events.add(`join ${who} ${newPresences.map((each) => each['state']).join()}`),
    );
    channel.on('presence', { event: 'leave' }, ({ key: who, leftPresences }) =>
      events.add(`leave ${who} ${leftPresences.map((each) => each['state']).join()}`),
    );
    await joined(channel);
    return { channel, events };
  };
  const ana = await open('ana');
  expect(await ana.channel.track({ state: 'free' })).toBe('ok');
  expect(await ana.events.next()).toBe('join ana free');
  const beto = await open('__proto__');
  expect(await beto.events.next()).toBe('join ana free');
  expect(beto.channel.presenceState()).toMatchObject({ ana: [{ state: 'free' }] });
  await beto.channel.track({ state: 'busy' });
  expect(await ana.events.next()).toBe('join __proto__ busy');
  await beto.channel.track({ state: 'free' });
  expect(await ana.events.next()).toBe('join __proto__ free');
  expect(await ana.events.next()).toBe('leave __proto__ busy');
  await beto.channel.untrack();
  expect(await ana.events.next()).toBe('leave __proto__ free');
  await beto.channel.track({ state: 'again' });
  expect(await ana.events.next()).toBe('join __proto__ again');
  await beto.channel.socket.disconnect();
  expect(await ana.events.next()).toBe('leave __proto__ again');
});

test('HTTP broadcasts: a list, a single one, bytes', async () => {
  const channel = app.client().channel('taxi/1');
  const inbox = createInbox<unknown>();
  channel.on('broadcast', { event: 'call' }, ({ payload }) => inbox.add(payload));
  await joined(channel);
  const outside = app.client().channel('taxi/1');
  expect(await outside.httpSend('call', { n: 1 })).toEqual({ success: true });
  expect(await inbox.next()).toEqual({ n: 1 });
  await outside.httpSend('call', new Uint8Array([1, 2]));
  expect(new Uint8Array((await inbox.next()) as ArrayBuffer)).toEqual(new Uint8Array([1, 2]));
  const response = await app.server.request('/realtime/v1/api/broadcast', {
    method: 'POST',
    body: JSON.stringify({ messages: [{ topic: 'taxi/1', event: 'call', payload: { n: 2 } }] }),
  });
  expect([response.status, await response.text()]).toEqual([202, '']);
  expect(await inbox.next()).toEqual({ n: 2 });
});

test('rejects invalid HTTP broadcasts with a reason', async () => {
  const post = async (body: string, headers: Record<string, string> = {}, path = '') => {
    const response = await app.server.request(`/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      body,
      headers,
    });
    const { message } = (await response.json()) as { message: string };
    expect(message).not.toBe('');
    return response.status;
  };
  expect(await post('{')).toBe(400);
  expect(await post('{"messages":[{"topic":"a"}]}')).toBe(422);
  expect(await post('{"messages":[]}', { authorization: 'Bearer nonsense' })).toBe(401);
  expect(await post('1', {}, `/a/events/${'e'.repeat(300)}`)).toBe(422);
  expect(await post('1', {}, '/a/events/b?persist=true')).toBe(422);
  expect(await post(`"${'x'.repeat(300_000)}"`, {}, '/a/events/b')).toBe(413);
  expect(await post('{"messages":[{"topic":"a","event":"b","private":true}]}')).toBe(403);
});

test('the policies of realtime.messages guard private channels', async () => {
  const { server } = app;
  const diego = server.as('diego');
  const room = () =>
    app.client(diego.token).channel('private room', { config: { private: true, broadcast: { ack: true } } });
  const refused = await joined(room());
  expect(refused.status).toBe('CHANNEL_ERROR');
  expect(refused.error?.message).toContain(
    'You do not have permissions to read from this Channel topic: private room',
  );

  await server.context.db.query(`create policy hear on realtime.messages for select to authenticated
    using (realtime.topic() = 'private room' and extension = 'broadcast')`);
  const channel = room();
  const inbox = createInbox<unknown>();
  channel.on('broadcast', { event: '*' }, ({ payload }) => inbox.add(payload));
  expect(await joined(channel)).toMatchObject({ status: 'SUBSCRIBED' });
  const send = () => channel.send({ type: 'broadcast', event: 'x', payload: {} });
  expect(await send()).toBe('error');

  await server.context.db.query(`create policy speak on realtime.messages for insert to authenticated
    with check (realtime.topic() = 'private room')`);
  const second = room();
  await joined(second);
  expect(await second.send({ type: 'broadcast', event: 'x', payload: { from: 'second' } })).toBe('ok');
  expect(await inbox.next()).toEqual({ from: 'second' });
  await server.context.db.query(`select realtime.send('{"from": "sql"}', 'x', 'private room')`);
  expect(await inbox.next()).toMatchObject({ from: 'sql' });
});
