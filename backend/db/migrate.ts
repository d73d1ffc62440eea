import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitForLock } from './advisory-locks.ts';
import type { Database, Queryable } from './database.ts';
import { defaultSearchPath } from './exchange.ts';
import { expectSeed, seedOnce } from './seed.ts';
import { OperatorError } from '../util/operator-error.ts';

interface Migration {
  readonly version: string;
  readonly name: string;
  readonly sql: string;
}

/** A migration failed and was rolled back, or is unknown here; the message names it and the reason. */
export class MigrationError extends OperatorError {}

const platformFolder = join(import.meta.dirname, 'platform');

/** Tables of applied migrations; for the project's, the Supabase CLI's table. */
const bookkeepers = {
  platform: { schema: 'platform', table: 'platform.schema_migrations' },
  product: { schema: 'supabase_migrations', table: 'supabase_migrations.schema_migrations' },
} as const;

async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  const files = entries.filter((file) => /^\d+_.+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => {
      const [, version = '', name = ''] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
      return { version, name, sql: await readFile(join(folder, file), 'utf8') };
    }),
  );
}

/** Versions of migrations: of the server's own schemas, and of the project (`product`, the name in archives). */
interface MigrationVersions {
  readonly platform: readonly string[];
  readonly product: readonly string[];
}

type Migrated = Pick<Database, 'query' | 'transaction'>;

async function applyAll(db: Migrated, table: string, prepare: string, migrations: readonly Migration[]) {
  await db.transaction(async (transaction) => {
    await waitForLock(transaction, 'migration');
    await transaction.query(prepare);
  });
  for (const migration of migrations) {
    await db.transaction(async (transaction) => {
      await waitForLock(transaction, 'migration');
      const done = await transaction.query(`select from ${table} where version = $1`, [migration.version]);
      if (done.length > 0) return;
      await transaction.query(`set local search_path to ${defaultSearchPath}`);
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

/** Whether a table of applied migrations exists. */
async function isRecorded(db: Queryable, table: string): Promise<boolean> {
  const [row] = await db.query<{ known: boolean }>('select to_regclass($1) is not null as known', [table]);
  return row?.known ?? false;
}

/**
 * Refuses a database that a newer version has migrated: migrations only go forward. Unknown migrations of the project
 * count only when they are later than all known ones, since a project may have removed old files.
 * @throws MigrationError
 */
async function refuseNewerDatabase(
  db: Queryable,
  platform: readonly Migration[],
  product: readonly Migration[],
): Promise<void> {
  const newest = product.at(-1)?.version ?? '';
  for (const [{ table }, isUnknown] of [
    [bookkeepers.platform, (version: string) => !platform.some((each) => each.version === version)],
    [bookkeepers.product, (version: string) => newest !== '' && version > newest],
  ] as const) {
    if (!(await isRecorded(db, table))) continue;
    const applied = await db.query<{ version: string }>(`select version from ${table} order by version`);
    const unknown = applied.find(({ version }) => isUnknown(version))?.version;
    if (unknown !== undefined)
      throw new MigrationError(
        `The database was used by a newer version (its migration ${unknown} is not known here). Update the server, or restore the backup that was made before the update.`,
      );
  }
}

function bookkeeping(schema: string): string {
  return `create schema if not exists ${schema};
    create table if not exists ${schema}.schema_migrations (version text primary key, statements text[], name text)`;
}

/**
 * Brings the database up to date: first the server's own schemas (auth, storage), then the project's migrations, recorded
 * as the Supabase CLI records them, then the seed. Each file is one transaction.
 * @throws MigrationError, SeedError
 */
export async function migrate(db: Migrated, supabaseDir: string): Promise<void> {
  const platform = await readMigrations(platformFolder);
  const product = await readMigrations(join(supabaseDir, 'migrations'));
  await refuseNewerDatabase(db, platform, product);
  await applyAll(db, bookkeepers.platform.table, bookkeeping(bookkeepers.platform.schema), platform);
  await db.transaction(async (transaction) => {
    await waitForLock(transaction, 'migration');
    await expectSeed(transaction);
  });
  await applyAll(db, bookkeepers.product.table, bookkeeping(bookkeepers.product.schema), product);
  await db.transaction(async (transaction) => {
    await waitForLock(transaction, 'migration');
    await seedOnce(transaction, supabaseDir);
  });
}

/**
 * Applies exactly these migrations to an empty database, without the seed.
 * @throws MigrationError, also for an unknown version, which a newer server has made
 */
export async function migrateTo(
  db: Migrated,
  supabaseDir: string,
  versions: MigrationVersions,
): Promise<void> {
  for (const { table, schema, folder, wanted } of [
    { ...bookkeepers.platform, folder: platformFolder, wanted: versions.platform },
    { ...bookkeepers.product, folder: join(supabaseDir, 'migrations'), wanted: versions.product },
  ]) {
    const all = await readMigrations(folder);
    const unknown = wanted.find((version) => !all.some((migration) => migration.version === version));
    if (unknown !== undefined)
      throw new MigrationError(
        `There is no migration ${unknown} in ${folder}. A newer version made this backup; update the server first.`,
      );
    const migrations = all.filter(({ version }) => wanted.includes(version));
    await applyAll(db, table, bookkeeping(schema), migrations);
  }
}

/** The versions of applied migrations. */
export async function readAppliedMigrations(db: Queryable): Promise<MigrationVersions> {
  const read = async (table: string): Promise<string[]> => {
    const rows = await db.query<{ version: string }>(`select version from ${table} order by version`);
    return rows.map(({ version }) => version);
  };
  return {
    platform: await read(bookkeepers.platform.table),
    product: await read(bookkeepers.product.table),
  };
}
