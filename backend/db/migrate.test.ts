import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { migrate, migrateTo } from './migrate.ts';

let server: TestApp;
let project: string;
let reader: pg.Client;
beforeAll(async () => {
  server = await startTestApp();
  project = await mkdtemp(join(tmpdir(), 'transfer-migrate-'));
  await mkdir(join(project, 'migrations'));
  const [row] = await server.context.db.query<{ database: string }>('select current_database() as database');
  reader = new pg.Client({ host: inject('socketFolder'), user: 'postgres', database: row!.database });
  await reader.connect();
});
afterAll(async () => {
  await reader.end();
  await server[Symbol.asyncDispose]();
  await rm(project, { recursive: true });
});

const write = (name: string, sql: string): Promise<void> => writeFile(join(project, 'migrations', name), sql);

/** Whether a migration waits for the table, and requests to it behind the migration. */
async function isWaiting(): Promise<boolean> {
  const waiting = await server.context.db.query(
    `select from pg_locks where not granted and relation = 'public.walkers'::regclass and mode = 'AccessExclusiveLock'`,
  );
  return waiting.length > 0;
}

const read = async (column: string): Promise<number> =>
  (await server.as('diego').request(`/rest/v1/walkers?select=${column}`)).status;

test('a migration that has to wait for a long reader lets requests to the table pass, and is applied in the end', async () => {
  await write('29990101000000_more.sql', 'alter table public.walkers add column more text');
  // As a backup does.
  await reader.query('begin; select count(*) from public.walkers');
  let isApplied = false;
  const migrating = migrate(server.context.db, project).then(() => (isApplied = true));
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect.poll(isWaiting, { interval: 5 }).toBe(true);
      expect(await read('name')).toBe(200);
      await expect.poll(isWaiting, { interval: 5 }).toBe(false);
    }
    expect(isApplied).toBe(false);
  } finally {
    await reader.query('commit');
    await migrating;
  }
  expect(await read('more')).toBe(200);
});

test('a restore, which is one transaction, waits for a lock until it gets it', async () => {
  await write('29990101000002_later.sql', 'alter table public.walkers add column later text');
  await reader.query('begin; select count(*) from public.walkers');
  const versions = { platform: [], product: ['29990101000002'] };
  const restoring = server.context.db.transaction(({ query }) =>
    migrateTo({ query, transaction: (work) => work({ query }) }, project, versions),
  );
  const began = performance.now();
  await expect.poll(isWaiting, { interval: 5 }).toBe(true);
  // Longer than a migration under load waits at a time.
  await expect.poll(() => performance.now() - began).toBeGreaterThan(300);
  await reader.query('commit');
  await restoring;
  expect(await read('later')).toBe(200);
});

test('a migration that fails is named with its reason', async () => {
  await write('29990101000001_wrong.sql', 'alter table public.no_such_table add column more text');
  await expect(migrate(server.context.db, project)).rejects.toThrow(
    'Migration 29990101000001_wrong failed: relation "public.no_such_table" does not exist',
  );
});
