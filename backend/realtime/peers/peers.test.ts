import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createInbox,
  joined,
  startPeer,
  startRealtimeApp,
  type RealtimeApp,
  type RealtimeServer,
} from '../../testing/realtime.ts';

/** Two servers on one database. The first checks often for crashed processes; each outlives a stall of a busy machine. */
let first: RealtimeApp;
let second: RealtimeServer;
beforeAll(async () => {
  first = await startRealtimeApp({ renewInterval: 500 });
  second = await startPeer(first, { renewInterval: 2000 });
});
afterAll(async () => {
  await second[Symbol.asyncDispose]();
  await first[Symbol.asyncDispose]();
});

async function listenTo(server: RealtimeServer, room: string) {
  const channel = server.client().channel(room, { config: { broadcast: { ack: true } } });
  const inbox = createInbox<unknown>();
  channel.on('broadcast', { event: '*' }, ({ payload }) => inbox.add(payload));
  await joined(channel);
  return { channel, inbox };
}

test('broadcasts reach the clients of the other process, once and in order', async () => {
  const [here, there] = [await listenTo(first, 'across'), await listenTo(second, 'across')];
  const numbers = Array.from({ length: 150 }, (_, n) => n);
  for (const n of numbers) void here.channel.send({ type: 'broadcast', event: 'n', payload: { n } });
  for (const n of numbers) expect(await there.inbox.next()).toMatchObject({ n });
  await there.channel.send({ type: 'broadcast', event: 'n', payload: { back: true } });
  expect(await here.inbox.next()).toMatchObject({ back: true });
});

test('so do broadcasts larger than a notification, text and bytes', async () => {
  const [here, there] = [await listenTo(first, 'large'), await listenTo(second, 'large')];
  for (const size of [5000, 7900, 8000, 60_000, 200_000]) {
    const text = 'ñ🚕"'.repeat(size / 10);
    expect(await here.channel.send({ type: 'broadcast', event: 'x', payload: { text } })).toBe('ok');
    expect(await there.inbox.next()).toMatchObject({ text });
  }
  const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
  await here.channel.send({ type: 'broadcast', event: 'x', payload: bytes.buffer });
  expect(new Uint8Array((await there.inbox.next()) as ArrayBuffer)).toEqual(bytes);
  const response = await first.server.request('/realtime/v1/api/broadcast', {
    method: 'POST',
    body: JSON.stringify({ messages: [{ topic: 'large', event: 'x', payload: { http: true } }] }),
  });
  expect(response.status).toBe(202);
  expect(await there.inbox.next()).toEqual({ http: true });
});

async function present(server: RealtimeServer, room: string, key: string, state?: object) {
  const channel = server.client().channel(room, { config: { presence: { key } } });
  const events = createInbox<string>();
  channel.on('presence', { event: 'join' }, ({ key: who }) => events.add(`join ${who}`));
  channel.on('presence', { event: 'leave' }, ({ key: who }) => events.add(`leave ${who}`));
  await joined(channel);
  if (state) await channel.track(state);
  return { channel, events };
}

function keysOf(channel: RealtimeChannel): string[] {
  return Object.keys(channel.presenceState()).toSorted();
}

test('presence spans all processes', async () => {
  const ana = await present(first, 'stand', 'ana', { state: 'free' });
  expect(await ana.events.next()).toBe('join ana');
  const beto = await present(second, 'stand', 'beto', { note: 'x'.repeat(15_000) });
  expect(await ana.events.next()).toBe('join beto');
  await expect.poll(() => keysOf(beto.channel)).toEqual(['ana', 'beto']);
  expect(ana.channel.presenceState()).toMatchObject({ beto: [{ note: 'x'.repeat(15_000) }] });
  await beto.channel.track({ state: 'busy' });
  await expect.poll(() => ana.channel.presenceState()).toMatchObject({ beto: [{ state: 'busy' }] });
  const late = await present(first, 'stand', 'late');
  await expect.poll(() => keysOf(late.channel)).toEqual(['ana', 'beto']);
  await beto.channel.untrack();
  await expect.poll(() => keysOf(late.channel)).toEqual(['ana']);
  await beto.channel.track({ state: 'again' });
  await expect.poll(() => keysOf(late.channel)).toEqual(['ana', 'beto']);
  await beto.channel.socket.disconnect();
  await expect.poll(() => keysOf(ana.channel)).toEqual(['ana']);
});

test('a new process learns the presences; the clients of a stopped one disappear', async () => {
  const ana = await present(first, 'shift', 'ana', {});
  const beto = await present(second, 'shift', 'beto', {});
  await expect.poll(() => keysOf(ana.channel)).toEqual(['ana', 'beto']);
  {
    await using third = await startPeer(first);
    const carla = await present(third, 'shift', 'carla', {});
    for (const { channel } of [ana, beto, carla])
      await expect.poll(() => keysOf(channel)).toEqual(['ana', 'beto', 'carla']);
  }
  for (const { channel } of [ana, beto]) await expect.poll(() => keysOf(channel)).toEqual(['ana', 'beto']);
});

test('the clients of a crashed process disappear, and return if it was only slow', async () => {
  const ana = await present(first, 'storm', 'ana', {});
  const beto = await present(second, 'storm', 'beto', {});
  for (const { channel } of [ana, beto]) await expect.poll(() => keysOf(channel)).toEqual(['ana', 'beto']);
  const seen = ana.events.items.length;
  // Simulates that the second process missed its renewals: its row, which holds six seconds, expires right after it was
  // renewed, so that the first process finds it expired many times before the second one renews it.
  const expire = () =>
    first.server.context.db.query(`
      update realtime.subscription set expires_at = now() - interval '1 second'
      where expires_at > now() + interval '5.6 seconds'`);
  // On a busy machine the second process may renew its row before the first one has looked: then it expires again, and may
  // once more after the clients have left.
  const leaving = async () => {
    await expire();
    return ana.events.items[seen];
  };
  await expect.poll(leaving).toBe('leave beto');
  await expect.poll(() => ana.events.items.slice(seen, seen + 2)).toEqual(['leave beto', 'join beto']);
  for (const { channel } of [ana, beto]) await expect.poll(() => keysOf(channel)).toEqual(['ana', 'beto']);
});
