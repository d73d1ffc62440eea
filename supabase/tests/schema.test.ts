import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { openDatabase, type Database, type Queryable } from '../../backend/db/database.ts';
import { migrate } from '../../backend/db/migrate.ts';

const supabaseDir = resolve(import.meta.dirname, '../../supabase');
const schemas = `('public', 'private')`;

/** Queries that describe a schema as sorted lines, which a person can compare. */
const catalog = {
  columns: `select format('%s.%s.%s %s%s default %s generated %s', table_schema, table_name, column_name, udt_name,
      case is_nullable when 'NO' then ' not null' else '' end, column_default, generation_expression) as line
    from information_schema.columns where table_schema in ${schemas}`,
  constraints: `select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) as line from pg_constraint
    where connamespace in (select oid from pg_namespace where nspname in ${schemas})`,
  indexes: `select indexdef as line from pg_indexes where schemaname in ${schemas}`,
  policies: `select format('%s.%s %s for %s to %s using %s check %s', schemaname, tablename, policyname, cmd, roles,
      qual, with_check) as line from pg_policies where schemaname in ('public', 'storage')`,
  functions: `select pg_get_functiondef(oid) as line from pg_proc
    where pronamespace in (select oid from pg_namespace where nspname in ${schemas})`,
  executions: `select format('%s for %s', p.oid::regprocedure, a.grantee::regrole) as line from pg_proc p
    cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
    where p.pronamespace in (select oid from pg_namespace where nspname in ${schemas})`,
  triggers: `select pg_get_triggerdef(oid) as line from pg_trigger where not tgisinternal`,
  privileges: `select format('%s %s on %s.%s', grantee, privilege_type, table_schema, table_name) as line
    from information_schema.role_table_grants where table_schema in ${schemas}
    union all select format('%s %s on %s.%s.%s', grantee, privilege_type, table_schema, table_name, column_name)
    from information_schema.role_column_grants where table_schema in ${schemas}`,
};

async function describe(db: Queryable): Promise<Record<string, string[]>> {
  const described: Record<string, string[]> = {};
  for (const [part, sql] of Object.entries(catalog))
    described[part] = (await db.query<{ line: string }>(sql)).map(({ line }) => line).sort();
  return described;
}

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
  const declared = await newDatabase(stack, 'declared');
  await migrate(declared, folder);
  expect(await describe(declared)).toEqual(await describe(db));
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
