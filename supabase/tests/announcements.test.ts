import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.context.db.query(
    'delete from private.announcements; delete from shifts; delete from vehicles',
  );
});

type Person = 'diego' | 'elena' | 'carla';

async function call<Result>(person: Person, name: string, body: object = {}): Promise<Result> {
  const response = await server.as(person).request(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const answer: unknown = text === '' ? null : JSON.parse(text);
  if (!response.ok) throw new Error(`${response.status} ${(answer as { code: string }).code}`);
  return answer as Result;
}

const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
const idOf = (person: 'diego' | 'elena') => server.as(person).driverId;

async function write(fields: object = {}): Promise<string> {
  const id = randomUUID();
  await call('carla', 'write_announcement', {
    id,
    body: 'Mañana se corta la ruta 68.',
    valid_until: inAWeek,
    ...fields,
  });
  return id;
}

interface Row {
  readonly id: string;
  readonly recipients: number;
  readonly reads: number;
  readonly names: readonly string[];
}
const listed = (filter: object = {}) => call<readonly Row[]>('carla', 'list_announcements', filter);
const readers = (announcement: string) =>
  call<readonly { name: string; read_at: string | null }[]>('carla', 'list_announcement_readers', {
    announcement,
  });
const shown = async (person: 'diego' | 'elena') =>
  (await call<{ id: string }[]>(person, 'own_announcements')).map(({ id }) => id);

test('all active drivers see an announcement, and reading it is stored once', async () => {
  const id = await write();
  expect([await shown('diego'), await shown('elena')]).toEqual([[id], [id]]);
  const [before] = await listed();
  expect(before!.reads).toBe(0);
  expect(before!.recipients).toBeGreaterThanOrEqual(2);
  await call('diego', 'read_announcement', { announcement: id });
  const first = (await readers(id)).find(({ name }) => name === 'diego')!.read_at;
  await Promise.all([1, 2, 3].map(() => call('diego', 'read_announcement', { announcement: id })));
  expect((await readers(id)).find(({ name }) => name === 'diego')!.read_at).toBe(first);
  expect(await listed()).toMatchObject([{ id, reads: 1, recipients: before!.recipients }]);
  // Those who have not read it come first.
  expect((await readers(id)).at(-1)).toMatchObject({ name: 'diego', read_at: expect.any(String) });
});

test('a repeated call writes an announcement once', async () => {
  const id = randomUUID();
  for (const _ of [1, 2]) await write({ id });
  expect(await listed()).toHaveLength(1);
});

test('an announcement for some drivers is for nobody else', async () => {
  const id = await write({ drivers: [idOf('diego')] });
  expect([await shown('diego'), await shown('elena')]).toEqual([[id], []]);
  expect(await listed()).toMatchObject([{ recipients: 1, names: ['diego'] }]);
  await expect(call('elena', 'read_announcement', { announcement: id })).rejects.toThrow(
    '404 announcement_not_found',
  );
});

test('an announcement for vehicles is for the drivers assigned to them or in a shift with them', async () => {
  const [vehicle] = await server.context.db.query<{ id: string }>(
    `insert into vehicles (license_plate) values ('TAXI77') returning id`,
  );
  const id = await write({ vehicles: [vehicle!.id] });
  expect([await shown('diego'), await shown('elena')]).toEqual([[], []]);
  await server.context.db.query('insert into vehicle_drivers values ($1, $2)', [vehicle!.id, idOf('diego')]);
  await server.context.db.query('insert into shifts (vehicle_id, driver_id) values ($1, $2)', [
    vehicle!.id,
    idOf('elena'),
  ]);
  expect([await shown('diego'), await shown('elena')]).toEqual([[id], [id]]);
  // Elena's tablet has no signal until her shift has ended.
  await server.context.db.query('update shifts set ended_at = clock_timestamp()');
  await call('elena', 'read_announcement', { announcement: id });
  expect(await listed()).toMatchObject([{ recipients: 2, reads: 1, names: ['TAXI77'] }]);
  // A shift that ended before the announcement was written does not count.
  await server.context.db.query(
    `update shifts set started_at = now() - interval '9 hours', ended_at = now() - interval '8 hours'`,
  );
  const next = await write({ vehicles: [vehicle!.id] });
  expect([await shown('diego'), await shown('elena')]).toEqual([[next, id], [id]]);
});

test('drivers see no announcement that has ended or was withdrawn; a late confirmation still counts', async () => {
  const ended = await write();
  await server.context.db.query(
    `update private.announcements set valid_until = private.chile_today() - 1 where id = $1`,
    [ended],
  );
  const withdrawn = await write();
  for (const _ of [1, 2]) await call('carla', 'withdraw_announcement', { announcement: withdrawn });
  const current = await write();
  expect(await shown('diego')).toEqual([current]);
  await call('diego', 'read_announcement', { announcement: withdrawn });
  expect((await listed({ state: 'ended' })).map(({ id, reads }) => [id, reads])).toEqual([
    [withdrawn, 1],
    [ended, 0],
  ]);
  expect((await listed({ state: 'current' })).map(({ id }) => id)).toEqual([current]);
});

test('an announcement that has ended counts no driver who became active after it', async () => {
  const approve = (approved: boolean) =>
    server.context.db.query('update drivers set approved = $2 where id = $1', [idOf('elena'), approved]);
  await approve(false);
  const id = await write();
  const recipients = async () => (await listed()).find((each) => each.id === id)?.recipients;
  const before = await recipients();
  await call('carla', 'withdraw_announcement', { announcement: id });
  await approve(true);
  expect(await recipients()).toBe(before);
  const current = await write();
  expect((await listed()).find((each) => each.id === current)?.recipients).toBe(before! + 1);
});

test.each([
  ['without words', { body: ' \n ' }],
  ['of more than 1,000 characters', { body: 'x'.repeat(1001) }],
  ['of yesterday', { valid_until: '2026-01-01' }],
  ['for years', { valid_until: '2100-01-01' }],
  ['for no driver', { drivers: [] }],
  ['for drivers and vehicles', { drivers: [randomUUID()], vehicles: [randomUUID()] }],
])('an announcement %s is refused', async (_, fields) => {
  await expect(write(fields)).rejects.toThrow('400 validation_failed');
  expect(await listed()).toEqual([]);
});

test('a new version of the policy is announced to the drivers who were there, once; an older notice ends', async () => {
  const { db } = server.context;
  const publish = (version: number) =>
    db.query(
      `insert into content_releases (id, content, note)
       select r.id + 1, jsonb_set(r.content, '{policy,version}', to_jsonb($1::int)), ''
       from content_releases r order by r.id desc limit 1`,
      [version],
    );
  const versions = async (person: 'diego' | 'elena') =>
    (await call<{ policy_version: number; body: null }[]>(person, 'own_announcements')).map(
      ({ policy_version: version }) => version,
    );
  await publish(1);
  expect(await versions('diego')).toEqual([]);
  await db.query(`update drivers set created_at = now() + interval '1 day' where id = $1`, [idOf('elena')]);
  await publish(2);
  await publish(2);
  expect([await versions('diego'), await versions('elena')]).toEqual([[2], []]);
  await publish(3);
  expect(await versions('diego')).toEqual([3]);
  await db.query('delete from content_releases where id > 1');
  await db.query('update drivers set created_at = now()');
});

test('a person’s data hold the announcements they read or wrote, and their words in cases', async () => {
  const id = await write();
  await call('diego', 'read_announcement', { announcement: id });
  const [opened] = await server.context.db.query<{ id: string }>(
    `insert into tickets (subject, kind, language, body, due_on) values ('case', 'lost', 'de', 'Handy', now()) returning id`,
  );
  await call('carla', 'note_ticket', { ticket_id: opened!.id, note: 'Diego lo tiene' });
  const text = 'Mañana se corta la ruta 68.';
  expect(await call('diego', 'personal_data')).toMatchObject({
    announcements: { read: [{ text }], written: [] },
    case_messages: [],
  });
  expect(await call('carla', 'personal_data')).toMatchObject({
    announcements: { read: [], written: [{ text }] },
    case_messages: [{ kind: 'note', text: 'Diego lo tiene' }],
  });
});

test('announcements go a year after they ended, with who read them', async () => {
  const old = await write();
  const fresh = await write();
  await call('diego', 'read_announcement', { announcement: old });
  await server.context.db.query(
    `update private.announcements set valid_until = private.chile_today() - 370 where id = $1`,
    [old],
  );
  const [forgotten] = await server.context.db.query<{ count: string }>(
    'select private.forget_announcements(now()) as count',
  );
  expect(Number(forgotten!.count)).toBe(1);
  expect((await listed()).map(({ id }) => id)).toEqual([fresh]);
});
