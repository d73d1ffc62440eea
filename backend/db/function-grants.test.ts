import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServerOn, type TestServer } from '../testing/app.ts';
import { club } from '../testing/club.ts';

const definitions = `create table public.notes (id bigserial primary key, owner uuid not null default auth.uid(), body text);
  alter table public.notes enable row level security;
  create policy own on public.notes for all to authenticated using (owner = auth.uid());
  grant select, insert on public.notes to authenticated; grant usage on sequence public.notes_id_seq to authenticated;
  create function public.greet() returns text language sql as $$ select 'hello'::text $$`;
const closing = 'alter default privileges revoke execute on functions from public;';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-functions-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A server on a project of one migration. */
async function serve(name: string, sql: string): Promise<TestServer> {
  const project = join(folder, name);
  await mkdir(join(project, 'migrations'), { recursive: true });
  await writeFile(join(project, 'migrations', '20260101000000_notes.sql'), sql);
  return startServerOn({
    ...club,
    folder: project,
    template: `template_functions_${name}`,
    addRows: async () => ({}),
  });
}

const addNote = (server: TestServer) =>
  server.as('diego').request('/rest/v1/notes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ body: 'boots' }),
  });

test('a project keeps upstream’s default: whoever reaches its schema executes a new function', async () => {
  await using server = await serve('open', definitions);
  const response = await server.request('/rest/v1/rpc/greet');
  expect([response.status, await response.json()]).toEqual([200, 'hello']);
});

test('a project that closes functions keeps its own closed, and requests go on calling those of the platform', async () => {
  await using server = await serve('closed', `${closing} ${definitions}`);
  expect((await server.request('/rest/v1/rpc/greet')).status).toBe(401);
  expect((await addNote(server)).status).toBe(201);
  expect(await (await server.as('diego').request('/rest/v1/notes?select=body')).json()).toEqual([
    { body: 'boots' },
  ]);
  expect(await (await server.as('elena').request('/rest/v1/notes?select=body')).json()).toEqual([]);
});

test('every function of the platform has its rights by name; everybody may call what upstream gives everybody', async () => {
  await using server = await serve('named', definitions);
  const functions = await server.context.db.query<{ name: string; named: boolean; open: boolean }>(
    `select p.oid::regproc::text as name, p.proacl is not null as named,
       exists (select from aclexplode(p.proacl) a where a.grantee = 0) as open
     from pg_proc p where p.pronamespace::regnamespace::text in ('auth', 'platform', 'realtime', 'storage') order by 1`,
  );
  expect(functions.filter(({ named }) => !named)).toEqual([]);
  expect(functions.filter(({ open }) => open).map(({ name }) => name)).toEqual([
    'auth.email',
    'auth.jwt',
    'auth.role',
    'auth.uid',
    'realtime.send',
    'realtime.topic',
    'storage.extension',
    'storage.filename',
    'storage.foldername',
  ]);
});
