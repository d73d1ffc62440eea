import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../db/database.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the unix socket of the test run's PostgreSQL. */
    readonly socketFolder: string;
  }
}

/** The database that every test's database is copied from: migrated and seeded. */
export const templateDatabase = 'template_product';

/** Starts one PostgreSQL for the whole run and prepares the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-test-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = stack.use(await startEmbeddedPostgres(folder, () => {}));
  const onError = (error: Error): void => console.error(error);
  {
    await using db = openDatabase({ owner: postgres.connection, caller: postgres.connection, onError });
    await db.query(`create database ${templateDatabase}`);
  }
  const connection = { ...postgres.connection, database: templateDatabase };
  await using db = openDatabase({ owner: connection, caller: connection, onError });
  await migrate(db, resolve(import.meta.dirname, '../../supabase'));
  project.provide('socketFolder', String(postgres.connection.host));
  return () => stack.disposeAsync();
}
