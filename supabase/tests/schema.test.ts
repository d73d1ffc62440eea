import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { openDatabase, type Database } from '../../backend/db/database.ts';
import { migrate } from '../../backend/db/migrate.ts';
import firstRelease from '../../shared/content/release-1.json' with { type: 'json' };
import { readCatalog } from '../../server/testing/catalog.ts';

const supabaseDir = resolve(import.meta.dirname, '../../supabase');
let server: ProductApp;
let db: Database;
beforeAll(async () => {
  server = await startProductApp();
  db = server.context.db;
});
afterAll(() => server[Symbol.asyncDispose]());

/** An empty database; disposed with the stack. */
async function newDatabase(stack: AsyncDisposableStack, name: string): Promise<Database> {
  const host = inject('socketFolder');
  const database = `${name}_${process.pid}`;
  await db.query(`create database ${database}`);
  stack.defer(async () => void (await db.query(`drop database ${database} with (force)`)));
  const connection = { host, user: 'postgres', database };
  return stack.use(openDatabase({ owner: connection, caller: connection, onError: console.error }));
}

test('the declared schema (supabase/schemas) is what the migrations make', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-schema-'));
  stack.defer(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'migrations'));
  await cp(join(supabaseDir, 'schemas'), join(folder, 'migrations'), { recursive: true });
  await cp(join(supabaseDir, 'seed.sql'), join(folder, 'seed.sql'));
  const declared = await newDatabase(stack, 'declared');
  await migrate(declared, folder);
  await declared.query('insert into public.content_releases (id, content) values (1, $1)', [firstRelease]);
  await declared.query(
    'insert into public.content_drafts (content) select content from public.content_releases',
  );
  const migrated = await newDatabase(stack, 'migrated');
  await migrate(migrated, supabaseDir);
  expect(await readCatalog(declared)).toEqual(await readCatalog(migrated));
});

test('N1: an update gives every driver a state, and ends the shifts of those whom nobody approved', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-update-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const before = (await readdir(join(supabaseDir, 'migrations'))).filter((name) => name < '20261124000100');
  await mkdir(join(folder, 'migrations'));
  for (const name of before)
    await cp(join(supabaseDir, 'migrations', name), join(folder, 'migrations', name));
  const updated = await newDatabase(stack, 'updated');
  await migrate(updated, folder);
  await updated.query(`
    insert into auth.users (id, email) select gen_random_uuid(), n || '@example.com' from generate_series(1, 2) as n;
    insert into public.drivers (name, license_plate, driver_code, approved_at) values
      ('invited', 'AAAA11', '1', now()), ('active', 'BBBB11', '2', now()), ('waiting', 'CCCC11', '3', null);
    insert into public.user_drivers select u.id, d.id from auth.users u join public.drivers d
      on (u.email, d.name) in (('1@example.com', 'active'), ('2@example.com', 'waiting'));
    with car as (insert into public.vehicles (license_plate) values ('TAXI01'), ('TAXI02') returning id, license_plate)
    insert into public.shifts (driver_id, vehicle_id) select d.id, car.id from public.drivers d join car
      on (d.name, car.license_plate) in (('active', 'TAXI01'), ('waiting', 'TAXI02'))`);
  await cp(join(supabaseDir, 'migrations'), join(folder, 'migrations'), { recursive: true });
  await migrate(updated, folder);
  const rows = await updated.query(
    `select d.name, d.state, (select s.ended_at is null from public.shifts s where s.driver_id = d.id) as drives
     from public.drivers d order by d.driver_code`,
  );
  expect(rows).toEqual([
    { name: 'invited', state: 'invited', drives: null },
    { name: 'active', state: 'active', drives: true },
    { name: 'waiting', state: 'waiting', drives: false },
  ]);
});
