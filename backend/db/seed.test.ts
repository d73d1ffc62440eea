import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { startServerOn, type TestServer } from '../testing/app.ts';
import { club } from '../testing/club.ts';
import { migrate } from './migrate.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-seeds-'));
});
afterAll(() => rm(folder, { recursive: true }));

const add = (word: string): string => `insert into public.words (word) values ('${word}');`;

/** Writes a project with a table of words. */
async function writeProject(name: string, files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const project = join(folder, name, 'supabase');
  const table = 'create table public.words (id serial primary key, word text unique)';
  for (const [path, content] of Object.entries({ 'migrations/1_words.sql': table, ...files })) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), content);
  }
  return project;
}

async function serve(name: string, files: Readonly<Record<string, string | Buffer>>): Promise<TestServer> {
  const project = await writeProject(name, files);
  return startServerOn({ ...club, folder: project, template: `template_${name}`, addRows: async () => ({}) });
}

async function wordsOf({ context }: TestServer): Promise<readonly string[]> {
  const rows = await context.db.query<{ word: string }>('select word from public.words order by id');
  return rows.map(({ word }) => word);
}

const seeding = (lines: string): string => `[db.seed]\n${lines}\n`;

test('the files of sql_paths run in its order, those of a pattern by name, each once', async () => {
  await using server = await serve('ordered', {
    'config.toml': seeding(
      'sql_paths = ["./last/first.sql", "./seeds/*.sql", "seeds/b.sql", "./more/[ab]?.sql.gz"]',
    ),
    'seeds/b.sql': add('b'),
    'seeds/a.sql': add('a'),
    'seeds/notes.txt': 'not SQL',
    'last/first.sql': add('first'),
    'more/a1.sql.gz': gzipSync(add('a1')),
    'more/c1.sql.gz': gzipSync(add('c1')),
    'seed.sql': add('not named'),
  });
  expect(await wordsOf(server)).toEqual(['first', 'a', 'b', 'a1']);
  const recorded = await server.context.db.query<{ path: string }>(
    'select path from supabase_migrations.seed_files order by path',
  );
  expect(recorded.map(({ path }) => path)).toEqual([
    'supabase/last/first.sql',
    'supabase/more/a1.sql.gz',
    'supabase/seeds/a.sql',
    'supabase/seeds/b.sql',
  ]);
  await writeFile(join(server.context.config.supabaseDir, 'seeds', 'c.sql'), add('c'));
  await migrate(server.context.db, server.context.config.supabaseDir);
  expect(await wordsOf(server)).toHaveLength(4);
});

test('enabled = false runs none, also when it is taken back later', async () => {
  await using server = await serve('off', {
    'config.toml': seeding('enabled = false'),
    'seed.sql': add('seed'),
  });
  expect(await wordsOf(server)).toEqual([]);
  const project = server.context.config.supabaseDir;
  await writeFile(join(project, 'config.toml'), '');
  await migrate(server.context.db, project);
  expect(await wordsOf(server)).toEqual([]);
});

test('without the section seed.sql runs, and an empty list runs nothing', async () => {
  await using unset = await serve('unset_seed', { 'seed.sql': add('seed') });
  expect(await wordsOf(unset)).toEqual(['seed']);
  await using none = await serve('none', {
    'config.toml': seeding('sql_paths = []'),
    'seed.sql': add('seed'),
  });
  expect(await wordsOf(none)).toEqual([]);
});

test('of seeds of which one fails, no rows are kept, and the next start runs them all', async () => {
  await using server = await serve('failing', { 'config.toml': seeding('sql_paths = []') });
  const project = await writeProject('failing', {
    'config.toml': seeding('sql_paths = ["./*.sql"]'),
    'a.sql': add('a'),
    'b.sql': add('a'),
  });
  const { db } = server.context;
  await db.query('delete from supabase_migrations.seed_files');
  await expect(migrate(db, project)).rejects.toThrow(
    /The seed .*b\.sql failed: duplicate key .* nor those of other seeds/,
  );
  expect(await wordsOf(server)).toEqual([]);
  await writeFile(join(project, 'b.sql'), add('b'));
  await migrate(db, project);
  expect(await wordsOf(server)).toEqual(['a', 'b']);
});

test('a pattern without a file is named at the start, and a wrong type is refused with its key', async () => {
  const project = await writeProject('unmatched', {
    'config.toml': seeding('sql_paths = ["./seed.sql", "./seeds/*.sql", "./no/such/file.sql"]'),
    'seed.sql': '',
  });
  const settings = { SUPABASE_DIR: project, DATA_DIR: join(folder, 'data') };
  const { warnings } = await loadConfig(settings);
  expect(warnings.map(({ text }) => text)).toEqual([
    'db.seed.sql_paths: no file matches “./seeds/*.sql”, so it seeds nothing',
    'db.seed.sql_paths: no file matches “./no/such/file.sql”, so it seeds nothing',
  ]);
  await writeFile(join(project, 'config.toml'), seeding('enabled = "yes"'));
  await expect(loadConfig(settings)).rejects.toThrow(
    'config.toml cannot be used: db.seed.enabled: Invalid type',
  );
});
