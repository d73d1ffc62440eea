import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, expect, test } from 'vitest';
import { as, connect, must, newPerson, post, service, told } from './people.ts';

const clients: SupabaseClient[] = [service];
afterAll(() => Promise.all(clients.map((client) => client.removeAllChannels())));

/** The first status that the client reports, and why. */
function joined(channel: RealtimeChannel): Promise<{ status: string; error: string | undefined }> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve({ status, error: error?.message }));
  });
}

const person = await newPerson();
clients.push(person.client);
const own = `wire-private-${person.user.id}`;
const isPrivate = { config: { private: true, broadcast: { ack: true, self: true } } };

test('a private channel lets in whom the policies let hear', async () => {
  const other = await newPerson();
  clients.push(other.client);
  for (const client of [other.client, connect()]) {
    clients.push(client);
    const refused = await joined(client.channel(own, isPrivate));
    expect(refused.status).toBe('CHANNEL_ERROR');
    expect(refused.error).toContain('You do not have permissions to read from this Channel topic');
  }
  const heard: unknown[] = [];
  const channel = person.client.channel(own, isPrivate);
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => heard.push([event, payload]));
  expect(await joined(channel)).toMatchObject({ status: 'SUBSCRIBED' });
  expect(await channel.send({ type: 'broadcast', event: 'self', payload: { n: 1 } })).toBe('ok');
  const message = { topic: own, event: 'http', payload: { n: 2 }, private: true };
  const send = (headers: Record<string, string>) =>
    told(post('/realtime/v1/api/broadcast', { messages: [message] }, headers));
  expect((await send(as(person))).status).toBe(202);
  expect(await send(as(other))).toMatchObject({ status: 403, body: { message: expect.any(String) } });
  must(await service.schema('wire').rpc('request'));
  expect((await service.schema('wire').rpc('send', { topic: own, body: { n: 3 } })).error).toBeNull();
  await expect
    .poll(() => heard)
    .toMatchObject([
      ['self', { n: 1 }],
      ['http', { n: 2 }],
      ['sql', { n: 3 }],
    ]);
});

test('who may hear need not be able to speak', async () => {
  const channel = person.client.channel(`${own} quiet`, isPrivate);
  expect(await joined(channel)).toMatchObject({ status: 'SUBSCRIBED' });
  expect(await channel.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('error');
  expect(await channel.track({ here: true })).toBe('error');
});

test('a channel goes on with a new token, and ends with its session', async () => {
  const leaving = await newPerson();
  clients.push(leaving.client);
  const statuses: string[] = [];
  const channel = leaving.client.channel(`wire-private-${leaving.user.id}`, { config: { private: true } });
  channel.subscribe((status) => statuses.push(status));
  await expect.poll(() => statuses).toEqual(['SUBSCRIBED']);
  const { session } = must(await leaving.client.auth.refreshSession());
  await leaving.client.realtime.setAuth(session!.access_token);
  const admin = { Authorization: `Bearer ${session!.access_token}` };
  expect((await post('/auth/v1/logout', {}, admin)).status).toBe(204);
  await expect.poll(() => statuses.length, { timeout: 25_000 }).toBeGreaterThan(1);
});

test('inserts, updates and deletes, by event, filter and columns', async () => {
  const tag = `realtime ${crypto.randomUUID()}`;
  const client = connect();
  clients.push(client);
  const notes = service.schema('wire').from('notes');
  const heard: Record<string, unknown[]> = { all: [], inserts: [], filtered: [], hidden: [] };
  const on = (name: string, event: '*' | 'INSERT', filter?: string) =>
    ({
      listener: (change: { eventType: string; new: object; old: object }) =>
        heard[name]!.push([change.eventType, { ...change.new }, { ...change.old }]),
      wanted: { event, schema: 'wire', table: 'notes', ...(filter !== undefined && { filter }) },
    }) as const;
  const channel = client.channel(`changes ${crypto.randomUUID()}`);
  const all = on('all', '*');
  channel.on('postgres_changes', all.wanted as { event: '*'; schema: string }, all.listener);
  const inserts = on('inserts', 'INSERT');
  channel.on('postgres_changes', inserts.wanted as { event: 'INSERT'; schema: string }, inserts.listener);
  const filtered = on('filtered', '*', `tag=eq.${tag}`);
  channel.on('postgres_changes', filtered.wanted as { event: '*'; schema: string }, filtered.listener);
  const ready = new Promise((resolve) => {
    channel.on('system', {}, (message: { extension?: string }) => {
      if (message.extension === 'postgres_changes') resolve(message);
    });
  });
  expect(await joined(channel)).toMatchObject({ status: 'SUBSCRIBED' });
  await ready;
  const { id } = must(await notes.insert({ tag, stars: 1 }).select('id').single());
  await expect.poll(() => heard['filtered']).toHaveLength(1);
  await notes.update({ stars: 2 }).eq('id', id as number);
  await expect.poll(() => heard['filtered']).toHaveLength(2);
  await notes.insert({ tag: `secret ${tag}` });
  await notes.delete().eq('id', id as number);
  await expect
    .poll(() => heard['all']!.filter((each) => JSON.stringify(each).includes(`"id":${id}`)))
    .toMatchObject([
      ['INSERT', { id, tag, stars: 1 }, {}],
      ['UPDATE', { id, stars: 2 }, { id }],
      ['DELETE', {}, { id }],
    ]);
  expect(heard['inserts']).toContainEqual(['INSERT', expect.objectContaining({ tag }), {}]);
  expect(JSON.stringify(heard)).not.toContain('secret');
  await notes.delete().like('tag', `%${tag}`);
});

test('heartbeats are answered, a channel is left, and joined again', async () => {
  const client = connect();
  clients.push(client);
  const beats: string[] = [];
  client.realtime.onHeartbeat((status) => beats.push(status));
  const room = `wire ${crypto.randomUUID()}`;
  const channel = client.channel(room);
  expect(await joined(channel)).toMatchObject({ status: 'SUBSCRIBED' });
  await client.realtime.sendHeartbeat();
  await expect.poll(() => beats).toContain('ok');
  expect(await client.removeChannel(channel)).toBe('ok');
  expect(await joined(client.channel(room))).toMatchObject({ status: 'SUBSCRIBED' });
});
