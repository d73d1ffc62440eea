import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { openDatabase, type Database, type Queryable } from '../../backend/db/database.ts';
import { migrate } from '../../backend/db/migrate.ts';

const supabaseDir = resolve(import.meta.dirname, '../../supabase');
const schemas = `('public', 'private')`;

/** What a schema is made of, as sorted lines that a person can compare. */
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

test('the declared schema (supabase/schemas) is what the migrations make', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-schema-'));
  stack.defer(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'migrations'));
  await cp(join(supabaseDir, 'schemas'), join(folder, 'migrations'), { recursive: true });
  const host = inject('socketFolder');
  const database = `declared_${process.pid}`;
  await db.query(`create database ${database}`);
  stack.defer(async () => void (await db.query(`drop database ${database} with (force)`)));
  const connection = { host, user: 'postgres', database };
  const declared = stack.use(openDatabase({ owner: connection, caller: connection, onError: console.error }));
  await migrate(declared, folder);
  expect(await describe(declared)).toEqual(await describe(db));
});
