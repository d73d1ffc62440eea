import type { RealtimeChannel, RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, expect, test } from 'vitest';
import { as, connect, must, newWalker, newPerson, post, service, type Walker } from './people.ts';

const clients: SupabaseClient[] = [service];
afterAll(() => Promise.all(clients.map((client) => client.removeAllChannels())));
const room = `wire ${crypto.randomUUID()}`;

function guest(): SupabaseClient {
  const client = connect();
  clients.push(client);
  return client;
}

/** Resolves when the channel is joined; a refusal fails with its reason. */
function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(channel);
      else if (status !== 'CLOSED') reject(error ?? new Error(status));
    });
  });
}

test('a broadcast reaches the others in the room, and the sender where wanted', async () => {
  const heard: unknown[] = [];
  const echo: unknown[] = [];
  const listener = guest().channel(room);
  listener.on('broadcast', { event: 'position' }, ({ payload }) => heard.push(payload));
  const sender = guest().channel(room, { config: { broadcast: { self: true, ack: true } } });
  sender.on('broadcast', { event: '*' }, ({ payload }) => echo.push(payload));
  await Promise.all([joined(listener), joined(sender)]);
  expect(await sender.send({ type: 'broadcast', event: 'position', payload: { at: 'Pudahuel ✈' } })).toBe(
    'ok',
  );
  await sender.send({ type: 'broadcast', event: 'other', payload: {} });
  await expect.poll(() => [heard, echo]).toEqual([[{ at: 'Pudahuel ✈' }], [{ at: 'Pudahuel ✈' }, {}]]);
});

test('a broadcast by HTTP reaches them too', async () => {
  const topic = `${room} http`;
  const heard: unknown[] = [];
  const listener = guest().channel(topic);
  listener.on('broadcast', { event: 'news' }, ({ payload }) => heard.push(payload));
  await joined(listener);
  const messages = [{ topic, event: 'news', payload: { n: 1 } }];
  expect((await post('/realtime/v1/api/broadcast', { messages }, as())).status).toBe(202);
  await expect.poll(() => heard).toEqual([{ n: 1 }]);
  expect((await post('/realtime/v1/api/broadcast', { messages: 7 }, as())).status).toBeOneOf([400, 422]);
});

test('presence: who comes and goes', async () => {
  const open = async (key: string) =>
    joined(guest().channel(`${room} presence`, { config: { presence: { key, enabled: true } } }));
  const [ana, beto] = [await open('ana'), await open('beto')];
  expect(await ana.track({ state: 'free' })).toBe('ok');
  expect(await beto.track({ state: 'busy' })).toBe('ok');
  await expect
    .poll(() => ana.presenceState())
    .toMatchObject({
      ana: [{ state: 'free' }],
      beto: [{ state: 'busy' }],
    });
  await beto.untrack();
  await expect.poll(() => Object.keys(ana.presenceState())).toEqual(['ana']);
});

type Change = RealtimePostgresChangesPayload<Walker>;

/** Collects what a client hears of `walkers`. */
async function hear(client: SupabaseClient, filter?: string): Promise<Change[]> {
  clients.push(client);
  const changes: Change[] = [];
  const wanted = {
    event: '*',
    schema: 'public',
    table: 'walkers',
    ...(filter !== undefined && { filter }),
  } as const;
  const channel = client.channel(`changes ${crypto.randomUUID()}`);
  channel.on<Walker>('postgres_changes', wanted, (change) => changes.push(change));
  await joined(channel);
  return changes;
}

test('changes of rows reach who may see them, and nobody else', async () => {
  const [owner, other] = [await newPerson(), await newPerson()];
  const walker = await newWalker(owner);
  const [own, others, all, nobody] = await Promise.all([
    hear(owner.client),
    hear(other.client),
    hear(service, `id=eq.${walker.id}`),
    hear(guest()),
  ]);
  must(await service.from('walkers').update({ contact: '+56900000000' }).eq('id', walker.id).select());
  for (const heard of [own, all])
    await expect
      .poll(() => heard, { timeout: 10_000 })
      .toMatchObject([
        {
          eventType: 'UPDATE',
          schema: 'public',
          table: 'walkers',
          new: { id: walker.id, contact: '+56900000000', name: walker.name },
          commit_timestamp: expect.any(String),
          errors: null,
        },
      ]);
  expect([others, nobody]).toEqual([[], []]);
});

test('a table that is not published, and a filter that makes no sense, are refused', async () => {
  const wanted = { event: '*', schema: 'public', table: 'walkers', filter: 'nothing=eq.1' } as const;
  const errors: unknown[] = [];
  const channel = service.channel(`refused ${crypto.randomUUID()}`);
  channel.on('system', {}, (message: unknown) => errors.push(message));
  channel.on('postgres_changes', wanted, () => errors.push('changed'));
  channel.subscribe((status) => status === 'CHANNEL_ERROR' && errors.push(status));
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  expect(errors).not.toContain('changed');
});

test('a key that means nothing opens nothing', async () => {
  const client = connect('sb_publishable_nothing');
  clients.push(client);
  await expect(joined(client.channel(room))).rejects.toThrow();
});
