import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServerOn, type TestServer } from '../testing/app.ts';
import { club } from '../testing/club.ts';
import { migrate, migrateTo } from './migrate.ts';

const exposed = '[api]\nauto_expose_new_tables = true\n';
const todos = `create table public.todos (id bigserial primary key, task text not null);
  insert into public.todos (task) values ('buy bread');
  create view public.tasks as select task from public.todos;
  create function public.task_count() returns bigint language sql as 'select count(*) from public.todos'`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-grants-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A project of one migration, and a server on it. */
async function serve(name: string, toml: string): Promise<TestServer> {
  const project = join(folder, name);
  await mkdir(join(project, 'migrations'), { recursive: true });
  await writeFile(join(project, 'config.toml'), toml);
  await writeFile(join(project, 'migrations', '20260101000000_todos.sql'), todos);
  return startServerOn({ ...club, folder: project, template: `template_${name}`, addRows: async () => ({}) });
}

async function read(server: TestServer, path: string, as: 'request' | 'service' = 'request') {
  const response = await server[as](`/rest/v1/${path}`);
  return { status: response.status, body: await response.json() };
}

const refused = (status: number, hint: unknown) => ({ status, body: { code: '42501', hint } });

test('with auto_expose_new_tables, requests reach the tables, views, sequences and functions of public without a grant', async () => {
  await using server = await serve('exposed', exposed);
  expect(await read(server, 'todos')).toEqual({ status: 200, body: [{ id: 1, task: 'buy bread' }] });
  expect(await read(server, 'tasks')).toEqual({ status: 200, body: [{ task: 'buy bread' }] });
  expect(await read(server, 'rpc/task_count')).toEqual({ status: 200, body: 1 });
  expect(await read(server, 'todos', 'service')).toMatchObject({ status: 200 });
  const made = await server.as('nora').request('/rest/v1/todos', {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'return=representation' },
    body: JSON.stringify({ task: 'walk' }),
  });
  expect([made.status, await made.json()]).toEqual([201, [{ id: 2, task: 'walk' }]]);
});

test('tables of another schema stay closed, and so does truncating', async () => {
  await using server = await serve('other', `${exposed}schemas = ["public", "other"]\n`);
  await server.context.db.query(
    'create schema other; grant usage on schema other to anon; create table other.things (id int)',
  );
  const response = await server.request('/rest/v1/things', { headers: { 'accept-profile': 'other' } });
  expect(response.status).toBe(401);
  const [rights] = await server.context.db.query(
    `select has_table_privilege('anon', 'public.todos', 'truncate') as truncates`,
  );
  expect(rights).toEqual({ truncates: false });
});

test('without the key the refusal tells how, and with false it says no more than before', async () => {
  await using unset = await serve('unset', '');
  for (const path of ['todos', 'tasks', 'rpc/task_count'])
    expect(await read(unset, path)).toMatchObject(
      refused(401, expect.stringContaining('auto_expose_new_tables = true')),
    );
  const diego = await unset.as('diego').request('/rest/v1/todos');
  expect(await diego.json()).toMatchObject({
    hint: expect.stringContaining('grant select on todos to authenticated'),
  });
  expect(await read(unset, 'todos', 'service')).toMatchObject({ status: 200 });
  await using closed = await serve('closed', '[api]\nauto_expose_new_tables = false\n');
  expect(await read(closed, 'todos')).toMatchObject(refused(401, null));
});

test('a project that drops the key keeps its tables as they are, and gets closed ones from then on', async () => {
  await using server = await serve('dropped', exposed);
  const project = server.context.config.supabaseDir;
  await writeFile(join(project, 'config.toml'), '');
  await writeFile(
    join(project, 'migrations', '20260102000000_later.sql'),
    'create table public.later (id int)',
  );
  await migrate(server.context.db, project);
  expect((await read(server, 'todos')).status).toBe(200);
  expect((await read(server, 'later')).status).toBe(401);
});

test('default privileges that a migration of the project gives stay when the server starts again', async () => {
  await using server = await serve('own', '');
  const project = server.context.config.supabaseDir;
  const write = (name: string, sql: string) => writeFile(join(project, 'migrations', name), sql);
  await write(
    '20260102000000_open.sql',
    'alter default privileges in schema public grant select on tables to anon',
  );
  await migrate(server.context.db, project);
  await write('20260103000000_later.sql', 'create table public.later (id int)');
  await migrate(server.context.db, project);
  expect(await read(server, 'later')).toEqual({ status: 200, body: [] });
});

test('a restore makes the same tables as a start: they are open, too', async () => {
  await using server = await serve('restored', '');
  const { config, db } = server.context;
  await writeFile(join(config.supabaseDir, 'config.toml'), exposed);
  const later = join(config.supabaseDir, 'migrations', '20260102000000_later.sql');
  await writeFile(later, 'create table public.later (id int)');
  await db.transaction((transaction) => {
    const within = {
      query: transaction.query.bind(transaction),
      transaction: <T>(work: (own: typeof transaction) => Promise<T>) => work(transaction),
    };
    return migrateTo(within, config.supabaseDir, { platform: [], product: ['20260102000000'] });
  });
  expect(await read(server, 'later')).toEqual({ status: 200, body: [] });
  expect((await read(server, 'todos')).status).toBe(401);
});
