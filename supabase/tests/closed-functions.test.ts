import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { createHostedDatabase } from '../../server/testing/hosted.ts';

const forgotten = `create table public.forgotten_rows (id integer);
  create function public.forgotten() returns text language sql as $$ select 'secret'::text $$;
  create function private.forgotten() returns text language sql as $$ select 'secret'::text $$;
  create function extensions.helper() returns text language sql as $$ select 'open'::text $$`;
const rights = `select role || ' ' || name as line from unnest(array['anon', 'authenticated']) as role,
    unnest(array['public.forgotten()', 'private.forgotten()', 'extensions.helper()']) as name
  where has_function_privilege(role, name, 'execute')
  union all select role || ' table' from unnest(array['anon', 'authenticated']) as role
  where has_table_privilege(role, 'public.forgotten_rows', 'select') order by 1`;
const onlyExtensions = [{ line: 'anon extensions.helper()' }, { line: 'authenticated extensions.helper()' }];

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

test('a function or table without a grant is closed to people with and without an account', async () => {
  await server.context.db.query(forgotten);
  const call = '/rest/v1/rpc/forgotten';
  await expect.poll(async () => (await server.request(call)).status).toBe(401);
  for (const name of ['diego', 'carla'] as const)
    expect((await server.as(name).request(call)).status).toBe(403);
  expect(await server.context.db.query(rights)).toEqual(onlyExtensions);
});

test('so it is on a hosted project, which opens what is new by itself', async () => {
  await using project = await createHostedDatabase();
  await project.operator.query(forgotten);
  expect((await project.operator.query(rights)).rows).toEqual(onlyExtensions);
});

test('no function of the product is open to everybody', async () => {
  const open = await server.context.db.query(
    `select p.oid::regprocedure as name from pg_proc p
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and (p.proacl is null or exists (select from aclexplode(p.proacl) a where a.grantee = 0))`,
  );
  expect(open).toEqual([]);
});
