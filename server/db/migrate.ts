import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Queryable } from './database.ts';

interface Migration {
  readonly version: string;
  readonly name: string;
  readonly sql: string;
}

/** A migration failed and was rolled back; the message names the file and what PostgreSQL said. */
export class MigrationError extends Error {}

/** One server at a time migrates, also when several start on the same database. */
const advisoryLock = 7_220_260_327;

async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => /^\d+_.+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => {
      const [, version = '', name = ''] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
      return { version, name, sql: await readFile(join(folder, file), 'utf8') };
    }),
  );
}

async function applyAll(db: Database, table: string, prepare: string, migrations: readonly Migration[]) {
  await db.transaction(async (transaction) => {
    await lock(transaction);
    await transaction.query(prepare);
  });
  for (const migration of migrations) {
    await db.transaction(async (transaction) => {
      await lock(transaction);
      const done = await transaction.query(`select from ${table} where version = $1`, [migration.version]);
      if (done.length > 0) return;
      await transaction.query(migration.sql).catch((error: Error) => {
        throw new MigrationError(`Migration ${migration.version}_${migration.name} failed: ${error.message}`);
      });
      await transaction.query(`insert into ${table} (version, name, statements) values ($1, $2, $3)`, [
        migration.version,
        migration.name,
        [migration.sql],
      ]);
    });
  }
}

async function lock(transaction: Queryable): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
}

function bookkeeping(schema: string): string {
  return `create schema if not exists ${schema};
    create table if not exists ${schema}.schema_migrations (version text primary key, statements text[], name text)`;
}

/**
 * Brings the database up to date: first the schemas that belong to the server (auth, storage), then the product's
 * migrations, recorded as the Supabase CLI records them, then the seed. Each migration is one transaction.
 * @throws MigrationError
 */
export async function migrate(db: Database, supabaseDir: string): Promise<void> {
  const platform = await readMigrations(join(import.meta.dirname, 'platform'));
  await applyAll(db, 'platform.schema_migrations', bookkeeping('platform'), platform);
  const product = await readMigrations(join(supabaseDir, 'migrations'));
  const fresh = await isFresh(db);
  await applyAll(db, 'supabase_migrations.schema_migrations', bookkeeping('supabase_migrations'), product);
  if (fresh) await seed(db, supabaseDir);
}

/** The seed is for a new database: what an administrator deletes later must not come back. */
async function isFresh(db: Database): Promise<boolean> {
  const [row] = await db.query<{ fresh: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is null as fresh`,
  );
  return row?.fresh ?? false;
}

async function seed(db: Database, supabaseDir: string): Promise<void> {
  const sql = await readFile(join(supabaseDir, 'seed.sql'), 'utf8').catch(() => '');
  if (sql.trim() !== '') await db.transaction((transaction) => transaction.query(sql));
}
