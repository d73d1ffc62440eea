import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
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
