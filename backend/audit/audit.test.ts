import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nobody } from '../identity/actor.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createOutages } from '../telemetry/outages.ts';
import { createAuditLog, type AuditLog } from './audit.ts';
import { createEvents, type BusinessEvent, type Events } from './events.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

/** An audit log on the test's database, with the lines that it logs. */
function open(now?: () => number): { audit: AuditLog; events: Events; said: Record<string, unknown>[] } {
  const said: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line) => void said.push(JSON.parse(line) as (typeof said)[0]) });
  const audit = createAuditLog({ db: server.context.db, log, failed: createOutages(log).failed });
  const events = createEvents(now);
  events.subscribe(audit.sink);
  return { audit, events, said };
}

function failure(address: string, username: string): BusinessEvent {
  return { action: 'login_failed', actor: { ...nobody, username }, address, target: '' };
}

async function written(username: string): Promise<readonly Record<string, unknown>[]> {
  const sql = `select payload, created_at::text, ip_address from auth.audit_log_entries
    where payload ->> 'actor_username' like $1 order by audit_log_entries.created_at`;
  return server.context.db.query(sql, [`${username}%`]);
}

test('keeps events of the same millisecond in order, in one batch or several', async () => {
  const now = Date.now();
  const { audit, events } = open(() => now);
  for (let count = 0; count < 1200; count += 1)
    events.emit({
      action: 'login',
      actor: { ...nobody, username: `order ${count}` },
      address: '',
      target: '',
    });
  await audit[Symbol.asyncDispose]();
  const rows = await written('order ');
  expect(rows).toHaveLength(1200);
  const names = rows
    .slice(0, 900)
    .map(({ payload }) => (payload as { actor_username: string }).actor_username);
  expect(names).toEqual(names.map((_, index) => `order ${index}`));
});

test('bounds refusals by network and in all, and records the number of suppressed ones', async () => {
  // With time, more are admitted.
  const now = Date.now();
  const { audit, events } = open(() => now);
  for (let count = 0; count < 200; count += 1)
    events.emit(failure(`2001:db8::${count.toString(16)}`, 'flood one'));
  events.emit(failure('203.0.113.77', 'flood other'));
  await audit.settled();
  expect(await written('flood one')).toHaveLength(60);
  expect(await written('flood other')).toHaveLength(1);
  for (let count = 0; count < 3000; count += 1)
    events.emit(failure(`10.0.${count >> 8}.${count & 255}`, 'flood many'));
  events.emit({ action: 'login', actor: { ...nobody, username: 'flood owner' }, address: '', target: '' });
  await audit[Symbol.asyncDispose]();
  expect(await written('flood many')).toHaveLength(1000 - 61);
  expect(await written('flood owner')).toHaveLength(1);
  const [told] = await server.context.db.query<{ count: number }>(
    `select (payload -> 'traits' ->> 'count')::integer as count from auth.audit_log_entries
     where payload ->> 'action' = 'refusals_suppressed'`,
  );
  expect(told?.count).toBe(140 + 3000 - (1000 - 61));
});

test('records refusals of a network again after five minutes', async () => {
  let now = Date.now();
  const { audit, events } = open(() => now);
  for (let count = 0; count < 100; count += 1) events.emit(failure('203.0.113.5', 'again'));
  now += 5 * 60_000;
  events.emit(failure('203.0.113.5', 'again'));
  await audit[Symbol.asyncDispose]();
  expect(await written('again')).toHaveLength(61);
});

test('keeps entries that cannot be written, logs the failure, and writes them later', async () => {
  const { audit, events, said } = open();
  const { db } = server.context;
  await db.query('alter table auth.audit_log_entries rename to elsewhere');
  events.emit(failure('203.0.113.6', 'kept'));
  await audit.settled();
  await db.query('alter table auth.elsewhere rename to audit_log_entries');
  expect(said).toMatchObject([{ level: 50, msg: 'could not write audit entries yet' }]);
  events.emit(failure('203.0.113.6', 'kept'));
  await audit[Symbol.asyncDispose]();
  expect(await written('kept')).toHaveLength(2);
});

test('moves the oldest entries to the operator’s log, without names, when too many wait', async () => {
  const { audit, events, said } = open();
  const { db } = server.context;
  await db.query('alter table auth.audit_log_entries rename to elsewhere');
  for (let count = 0; count < 10_600; count += 1)
    events.emit({ action: 'login', actor: { ...nobody, username: 'beyond' }, address: '', target: '' });
  await audit.settled();
  await db.query('alter table auth.elsewhere rename to audit_log_entries');
  await audit[Symbol.asyncDispose]();
  const givenUp = said.filter(({ msg }) => String(msg).startsWith('gave up'));
  expect(givenUp.length + (await written('beyond')).length).toBe(10_600);
  expect(givenUp.length).toBeGreaterThan(0);
  expect(JSON.stringify(said)).not.toContain('beyond');
});

test('stores other entries when one has text that PostgreSQL cannot store', async () => {
  const { audit, events } = open();
  events.emit(failure('203.0.113.8', `odd \0\ud800${'🚕'.repeat(400)}`));
  await audit[Symbol.asyncDispose]();
  expect(await written('odd ')).toHaveLength(1);
});
