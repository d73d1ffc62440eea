import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { Installation } from '../config/config.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../db/embedded.ts';
import { lockDataFolder } from '../db/lock.ts';
import { refuseUnfinishedRestore } from './staging.ts';

/** The data folder holds no installation. */
class NothingThereError extends Error {}

/** Access to an installation's database, until disposed. */
interface Reached extends AsyncDisposable {
  readonly connection: ClientConfig;
}

/** Reaches the database of a running server, or starts PostgreSQL on the folder when none runs. */
async function connectionOf(
  { dataDir, databaseUrl }: Installation,
  stack: AsyncDisposableStack,
): Promise<ClientConfig> {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl };
  await refuseUnfinishedRestore(dataDir);
  const running = await findRunningPostgres(dataDir);
  if (running) return running;
  if (!(await stat(join(dataDir, 'postgres', 'PG_VERSION')).catch(() => undefined)))
    throw new NothingThereError(`There is no installation in ${dataDir}. Is DATA_DIR set as for the server?`);
  stack.use(await lockDataFolder(dataDir, 'a command of the operator'));
  return stack.use(await startEmbeddedPostgres(dataDir, () => {})).connection;
}

/**
 * Reaches the database of an installation, whether its server runs or not.
 * @throws NothingThereError, UnfinishedRestoreError, DataFolderInUseError, ForeignDataFolderError, DatabaseStartError
 */
export async function reachConnection(installation: Installation): Promise<Reached> {
  await using stack = new AsyncDisposableStack();
  const connection = await connectionOf(installation, stack);
  const resources = stack.move();
  return { connection, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/**
 * Opens the database of an installation, whether its server runs or not.
 * @throws as `reachConnection`
 */
export async function reachDatabase(installation: Installation): Promise<Database> {
  await using stack = new AsyncDisposableStack();
  const { connection } = stack.use(await reachConnection(installation));
  const db = stack.use(openDatabase({ owner: connection, caller: connection, onError: () => {} }));
  await db.query('select 1');
  const resources = stack.move();
  return { ...db, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
