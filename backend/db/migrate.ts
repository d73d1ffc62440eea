import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readDatabaseSettings } from '../config/database-settings.ts';
import { waitForLock } from './advisory-locks.ts';
import type { Database, Queryable } from './database.ts';
import { defaultSearchPath } from './exchange.ts';
import { setNewTableGrants } from './new-table-grants.ts';
import { expectSeed, seedOnce } from './seed.ts';
import { OperatorError } from '../util/operator-error.ts';

interface Migration {
  readonly version: string;
  readonly name: string;
  readonly sql: string;
  /** For a baseline, which contains every earlier migration: how a database that lacks some of them gets there. */
  readonly remedy: string | undefined;
}

/** Versions of migrations: of the server's own schemas, and of the project (`product`, the name in archives). */
interface MigrationVersions {
  readonly platform: readonly string[];
  readonly product: readonly string[];
}

type Migrated = Pick<Database, 'query' | 'transaction'>;

const platformFolder = join(import.meta.dirname, 'platform');

/** The schemas whose table `schema_migrations` records applied migrations; for the project's, the Supabase CLI's. */
const schemas = { platform: 'platform', product: 'supabase_migrations' } as const;

/** The result of reading a file or folder; `absent` when it does not exist. */
function orAbsent<Result>(reading: Promise<Result>, absent: Result): Promise<Result> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return absent;
  });
}

/** The first lines of a baseline. */
const baselinePattern =
  /^-- baseline: contains every migration up to this version\r?\n-- older databases: (.+?)\r?\n/;

async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const entries = await orAbsent(readdir(folder), []);
  const files = entries.filter((file) => /^\d+_.+\.sql$/.test(file)).sort();
  return Promise.all(
    files.map(async (file) => {
      const [, version = '', name = ''] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
      const sql = await readFile(join(folder, file), 'utf8');
      return { version, name, sql, remedy: baselinePattern.exec(sql)?.[1] };
    }),
  );
}

/** Runs a transaction under the lock of migrations: of several servers that start, one migrates. */
function locked(db: Migrated, work: (transaction: Queryable) => Promise<void>): Promise<void> {
  return db.transaction(async (transaction) => {
    await waitForLock(transaction, 'migration');
    await work(transaction);
  });
}

/** PostgreSQL: a statement waited longer than `lock_timeout`. */
const lockTimeout = '55P03';
/**
 * How long a migration waits for a table at a time: requests to that table wait behind it, and the shortest limit of a
 * request's time is 250 ms (`timeoutOf` in `exchange.ts`).
 */
const lockTimeoutUnderLoadMs = 100;
const lockPauseMs = 1000;
/** Ten minutes in all, longer than a backup reads. */
const lockAttempts = 550;

/** @param lockTimeoutMs 0: no limit */
async function apply(
  db: Migrated,
  table: string,
  { version, name, sql }: Migration,
  lockTimeoutMs: number,
): Promise<void> {
  await locked(db, async (transaction) => {
    const done = await transaction.query(`select from ${table} where version = $1`, [version]);
    if (done.length > 0) return;
    await transaction.query(`set local search_path to ${defaultSearchPath}`);
    await transaction.query(`set local lock_timeout to ${lockTimeoutMs}`);
    await transaction.query(sql);
    const values = [version, name, [sql]];
    await transaction.query(`insert into ${table} (version, name, statements) values ($1, $2, $3)`, values);
  });
}

const failure = ({ version, name }: Migration, reason: string): OperatorError =>
  new OperatorError(`Migration ${version}_${name} failed: ${reason}`);

/**
 * Applies a migration while other servers serve. One that waits for a table behind a long reader, such as a backup, would
 * hold up every request to it: it gives way, and tries again.
 * @throws OperatorError
 */
async function applyUnderLoad(db: Migrated, table: string, migration: Migration): Promise<void> {
  for (let attempt = 1; attempt <= lockAttempts; attempt += 1) {
    try {
      return await apply(db, table, migration, lockTimeoutUnderLoadMs);
    } catch (error) {
      const { code, message } = error as Error & { readonly code?: string };
      if (code !== lockTimeout) throw failure(migration, message);
      await delay(lockPauseMs);
    }
  }
  throw failure(
    migration,
    'another session has held a table that it changes for ten minutes. End that session, and start again.',
  );
}

/** Applies a migration in a transaction that cannot be tried again: it waits for any lock. @throws OperatorError */
async function applyInRestore(db: Migrated, table: string, migration: Migration): Promise<void> {
  await apply(db, table, migration, 0).catch(({ message }: Error) => {
    throw failure(migration, message);
  });
}

async function applyAll(
  db: Migrated,
  schema: string,
  migrations: readonly Migration[],
  applyOne: typeof applyUnderLoad,
): Promise<void> {
  const table = `${schema}.schema_migrations`;
  await locked(db, async (transaction) => {
    await transaction.query(`create schema if not exists ${schema};
      create table if not exists ${table} (version text primary key, statements text[], name text)`);
  });
  for (const migration of migrations) await applyOne(db, table, migration);
}

/** The versions of the migrations that a schema records, in order; none when the schema has no record. */
async function appliedIn(db: Queryable, schema: string): Promise<readonly string[]> {
  const table = `${schema}.schema_migrations`;
  const [known] = await db.query('select where to_regclass($1) is not null', [table]);
  if (!known) return [];
  const rows = await db.query<{ version: string }>(`select version from ${table} order by version`);
  return rows.map(({ version }) => version);
}

/** The versions of applied migrations. */
export async function readAppliedMigrations(db: Queryable): Promise<MigrationVersions> {
  return { platform: await appliedIn(db, schemas.platform), product: await appliedIn(db, schemas.product) };
}

const findBaseline = (migrations: readonly Migration[]): Migration | undefined =>
  migrations.findLast(({ remedy }) => remedy !== undefined);

/**
 * Refuses a database that has some of the migrations of a baseline, but not all: the baseline would create their tables
 * again. One that has all of them skips it.
 * @throws OperatorError
 */
function refuseBeforeBaseline(migrations: readonly Migration[], applied: readonly string[]): void {
  const baseline = findBaseline(migrations);
  if (!baseline || applied.includes(baseline.version)) return;
  const last = applied.findLast((version) => version < baseline.version);
  if (last !== undefined)
    throw new OperatorError(
      `The database is older than the migration ${baseline.version}_${baseline.name} (its last one is ${last}). Nothing was changed. ${baseline.remedy}`,
    );
}

/**
 * Refuses a database that a newer version has migrated: migrations only go forward. Unknown migrations of the project
 * count only when they are later than all known ones, since a project may have removed old files.
 * @throws OperatorError
 */
function refuseNewerDatabase(
  applied: MigrationVersions,
  platform: readonly Migration[],
  product: readonly Migration[],
): void {
  const newest = product.at(-1)?.version;
  const unknown =
    applied.platform.find((version) => !platform.some((each) => each.version === version)) ??
    applied.product.find((version) => newest !== undefined && version > newest);
  if (unknown !== undefined)
    throw new OperatorError(
      `The database was used by a newer version (its migration ${unknown} is not known here). Update to the newer version, or restore the backup that was made before the update.`,
    );
}

/** The recorded versions without a file that a baseline contains. */
function replacedIn(product: readonly Migration[], applied: readonly string[]): readonly string[] {
  const known = new Set(product.map(({ version }) => version));
  const contained = findBaseline(product)?.version ?? '';
  return applied.filter((version) => version < contained && !known.has(version));
}

/**
 * Compares the project's migrations that a database has recorded with those of the folder.
 * @returns the recorded versions that a baseline replaces; `supabase db push` fails until its history lacks them
 * @throws OperatorError for a database that `migrate` would refuse
 */
export async function readReplacedMigrations(db: Queryable, supabaseDir: string): Promise<readonly string[]> {
  const product = await readMigrations(join(supabaseDir, 'migrations'));
  const applied = await appliedIn(db, schemas.product);
  refuseNewerDatabase({ platform: [], product: applied }, [], product);
  refuseBeforeBaseline(product, applied);
  return replacedIn(product, applied);
}

/** The applied migrations of the project, without those that a baseline replaces: equal in databases of one version. */
export async function readProjectVersions(db: Queryable, supabaseDir: string): Promise<readonly string[]> {
  const product = await readMigrations(join(supabaseDir, 'migrations'));
  const applied = await appliedIn(db, schemas.product);
  const replaced = replacedIn(product, applied);
  return applied.filter((version) => !replaced.includes(version));
}

/**
 * Brings the database up to date: first the server's own schemas (auth, storage), then the project's migrations, recorded
 * as the Supabase CLI records them, then the seed. Each file is one transaction.
 * @throws OperatorError that names the migration or seed that failed, or a migration that is unknown here
 */
export async function migrate(db: Migrated, supabaseDir: string): Promise<void> {
  const platform = await readMigrations(platformFolder);
  const product = await readMigrations(join(supabaseDir, 'migrations'));
  const { exposesNewTables, seed } = await readDatabaseSettings(supabaseDir);
  const applied = await readAppliedMigrations(db);
  refuseNewerDatabase(applied, platform, product);
  refuseBeforeBaseline(product, applied.product);
  await applyAll(db, schemas.platform, platform, applyUnderLoad);
  await locked(db, expectSeed);
  await locked(db, (transaction) => setNewTableGrants(transaction, exposesNewTables));
  await applyAll(db, schemas.product, product, applyUnderLoad);
  await locked(db, (transaction) => seedOnce(transaction, supabaseDir, seed));
}

/**
 * Applies exactly these migrations to an empty database, without the seed, within the transaction of a restore. A baseline
 * stands for the earlier ones that it contains.
 * @throws OperatorError, also for an unknown version, which a newer server has made, and for one from before the baseline
 */
export async function migrateTo(db: Migrated, supabaseDir: string, versions: MigrationVersions) {
  const folders = { platform: platformFolder, product: join(supabaseDir, 'migrations') };
  const { exposesNewTables } = await readDatabaseSettings(supabaseDir);
  for (const part of ['platform', 'product'] as const) {
    const all = await readMigrations(folders[part]);
    refuseBeforeBaseline(all, versions[part]);
    const contained = findBaseline(all)?.version ?? '';
    const unknown = versions[part].find(
      (version) => version > contained && !all.some((migration) => migration.version === version),
    );
    if (unknown !== undefined)
      throw new OperatorError(
        `There is no migration ${unknown} in ${folders[part]}. A newer version made this backup; update the server first.`,
      );
    const migrations = all.filter(({ version }) => versions[part].includes(version));
    if (part === 'product')
      await locked(db, (transaction) => setNewTableGrants(transaction, exposesNewTables));
    await applyAll(db, schemas[part], migrations, applyInRestore);
  }
}
