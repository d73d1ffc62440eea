import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { openDatabase, type Database } from './database.ts';
import { migrate, migrateTo, readAppliedMigrations, readReplacedMigrations } from './migrate.ts';

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

describe('a baseline', () => {
  const [first, last, baseline, next] = [
    '20250101000000',
    '20250102000000',
    '20250102000000',
    '20250103000000',
  ];
  const tooOld = `The database is older than the migration ${baseline}_baseline (its last one is ${first}). Nothing was changed. Update to 0.9 first.`;
  let folder: string;

  /** An empty database, disposed with the stack. */
  async function emptyDatabase(stack: AsyncDisposableStack): Promise<Database> {
    const database = `baseline_${randomUUID().replaceAll('-', '')}`;
    await server.context.db.query(`create database ${database}`);
    stack.defer(async () => void (await server.context.db.query(`drop database ${database} with (force)`)));
    const connection = { host: inject('socketFolder'), user: 'postgres', database };
    return stack.use(openDatabase({ owner: connection, caller: connection, onError: console.error }));
  }

  /** A database that has recorded these versions, with the table that the first of them made. */
  async function databaseAt(stack: AsyncDisposableStack, versions: readonly string[]): Promise<Database> {
    const db = await emptyDatabase(stack);
    await db.query(`create schema supabase_migrations;
      create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
      create table public.walks (name text)`);
    for (const version of versions)
      await db.query('insert into supabase_migrations.schema_migrations (version) values ($1)', [version]);
    return db;
  }

  const productVersions = async (db: Database) => (await readAppliedMigrations(db)).product;
  const walks = (db: Database) => db.query('select * from public.walks');

  /** As `restoreBackup` calls it. */
  const restoreTo = (db: Database, product: readonly string[]): Promise<void> =>
    db.transaction(({ query }) =>
      migrateTo({ query, transaction: (work) => work({ query }) }, folder, { platform: [], product }),
    );

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transfer-baseline-'));
    await mkdir(join(folder, 'migrations'));
    const text = `-- baseline: contains every migration up to this version
-- older databases: Update to 0.9 first.
create table public.walks (name text);`;
    await writeFile(join(folder, 'migrations', `${baseline}_baseline.sql`), text);
    await writeFile(
      join(folder, 'migrations', `${next}_length.sql`),
      'alter table public.walks add column length integer',
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('makes an empty database, and a start after it changes nothing', async () => {
    await using stack = new AsyncDisposableStack();
    const db = await emptyDatabase(stack);
    await migrate(db, folder);
    await migrate(db, folder);
    expect(await productVersions(db)).toEqual([baseline, next]);
    expect(await walks(db)).toEqual([]);
  });

  test('is skipped by a database that has all migrations it contains', async () => {
    await using stack = new AsyncDisposableStack();
    const db = await databaseAt(stack, [first, last]);
    await db.query(`insert into public.walks values ('Valparaíso')`);
    await migrate(db, folder);
    expect(await productVersions(db)).toEqual([first, last, next]);
    expect(await walks(db)).toEqual([{ name: 'Valparaíso', length: null }]);
  });

  test('refuses a database that lacks some of them, before anything is changed', async () => {
    await using stack = new AsyncDisposableStack();
    const db = await databaseAt(stack, [first]);
    await expect(migrate(db, folder)).rejects.toThrow(tooOld);
    expect(await db.query(`select from pg_namespace where nspname in ('auth', 'platform')`)).toEqual([]);
    expect(await productVersions(db)).toEqual([first]);
  });

  test('stands for them when a backup is restored; one that lacks some gets the same sentence', async () => {
    await using stack = new AsyncDisposableStack();
    const db = await emptyDatabase(stack);
    await restoreTo(db, [first, last, next]);
    expect(await walks(db)).toEqual([]);
    expect(await productVersions(db)).toEqual([baseline, next]);
    await expect(restoreTo(await emptyDatabase(stack), [first])).rejects.toThrow(tooOld);
    await expect(restoreTo(await emptyDatabase(stack), [first, last, '20250104000000'])).rejects.toThrow(
      'There is no migration 20250104000000',
    );
  });

  test('replaces the older ones that a database has recorded, which `supabase db push` does not accept', async () => {
    await using stack = new AsyncDisposableStack();
    expect(await readReplacedMigrations(await emptyDatabase(stack), folder)).toEqual([]);
    const db = await databaseAt(stack, [first, last]);
    expect(await readReplacedMigrations(db, folder)).toEqual([first]);
    await db.query('delete from supabase_migrations.schema_migrations where version = $1', [first]);
    expect(await readReplacedMigrations(db, folder)).toEqual([]);
    const older = await databaseAt(stack, [first]);
    await expect(readReplacedMigrations(older, folder)).rejects.toThrow(tooOld);
    const newer = await databaseAt(stack, [first, last, '20250104000000']);
    await expect(readReplacedMigrations(newer, folder)).rejects.toThrow(
      'its migration 20250104000000 is not known here',
    );
  });

  test('does not hide that a newer version has used the database', async () => {
    await using stack = new AsyncDisposableStack();
    const db = await databaseAt(stack, [first, last, '20250104000000']);
    await expect(migrate(db, folder)).rejects.toThrow('its migration 20250104000000 is not known here');
  });
});
