import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { Config } from '../config/config.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../db/embedded.ts';
import { reachDirect } from '../db/external.ts';
import { lockDataFolder } from '../db/lock.ts';
import { OperatorError } from '../util/operator-error.ts';
import { refuseUnfinishedRestore } from './staging.ts';

type Installed = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>;

/** Access to an installation's database, until disposed. */
interface Reached extends AsyncDisposable {
  readonly connection: ClientConfig;
}

/** Reaches the database of a running server, or starts PostgreSQL on the folder when none runs. */
async function connectionOf(installation: Installed, stack: AsyncDisposableStack) {
  const { dataDir } = installation;
  const external = await reachDirect(installation);
  if (external !== undefined) return external;
  if (dataDir === undefined) throw new Error('The built-in database needs a data folder.');
  await refuseUnfinishedRestore(dataDir);
  const running = await findRunningPostgres(dataDir);
  if (running) return running;
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    throw new OperatorError(`There is no installation in ${dataDir}. Is DATA_DIR set as for the server?`);
  stack.use(await lockDataFolder(dataDir, 'a command of the operator'));
  return stack.use(await startEmbeddedPostgres(dataDir, () => {})).connection;
}

/**
 * Reaches the database of an installation, whether its server runs or not.
 * @throws OperatorError when the folder holds none, or its database cannot be opened
 */
export async function reachConnection(installation: Installed): Promise<Reached> {
  await using stack = new AsyncDisposableStack();
  const connection = await connectionOf(installation, stack);
  const resources = stack.move();
  return { connection, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Opens the database of an installation, whether its server runs or not. @throws as `reachConnection` */
export async function reachDatabase(installation: Installed): Promise<Database> {
  await using stack = new AsyncDisposableStack();
  const { connection } = stack.use(await reachConnection(installation));
  const db = stack.use(openDatabase({ owner: connection, caller: connection, onError: () => {} }));
  await db.query('select 1');
  const resources = stack.move();
  return { ...db, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
