import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { createFactorSecrets, resealFactors } from '../auth/factors/sealed-secrets.ts';
import { reachDatabase } from '../backup/reach.ts';
import { refuseUnfinishedRestore } from '../backup/staging.ts';
import type { Config } from '../config/config.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { checkDatabaseUrl, checkRights } from '../db/external.ts';
import { lockDataFolder } from '../db/lock.ts';
import { migrate } from '../db/migrate.ts';
import { openRootSecrets } from '../identity/root-secrets.ts';
import { openBlobStore } from '../storage/store/blobs.ts';
import { createLogger } from '../telemetry/logger.ts';
import { OperatorError } from '../util/operator-error.ts';
import type { Installed } from './move.ts';

function open(connection: ClientConfig): Database {
  return openDatabase({ owner: connection, caller: connection, onError: () => {} });
}

async function installedOn({ dataDir, keys }: Config, db: Database): Promise<Installed> {
  const derive = await openRootSecrets(db, keys.signing, createLogger('warn'), (transaction, secrets) =>
    resealFactors(transaction, createFactorSecrets(secrets('factor secrets'))),
  );
  return {
    db,
    blobs: openBlobStore(join(dataDir, 'files', 'objects')),
    factorSecrets: createFactorSecrets(derive('factor secrets')),
  };
}

/** Opens the database of a hosted project. @param option that names it, for the message. @throws OperatorError */
export async function openHosted(option: string, connectionString: string): Promise<Database> {
  const db = open({ connectionString });
  try {
    await db.query('select 1');
    return db;
  } catch (error) {
    await db[Symbol.asyncDispose]();
    const { message, code = '' } = error as NodeJS.ErrnoException;
    throw new OperatorError(`The database of ${option} cannot be reached: ${message || code}`);
  }
}

/** Opens an installation whose server may run. @throws OperatorError */
export async function openForExport(config: Config, stack: AsyncDisposableStack): Promise<Installed> {
  return installedOn(config, stack.use(await reachDatabase(config)));
}

/**
 * Opens an installation that no server uses, and migrates it; makes its database if there is none.
 * @throws OperatorError
 */
export async function openForImport(config: Config, stack: AsyncDisposableStack): Promise<Installed> {
  const { dataDir, databaseUrl, supabaseDir } = config;
  stack.use(await lockDataFolder(dataDir, 'npm run import'));
  await refuseUnfinishedRestore(dataDir);
  if (databaseUrl !== undefined) await checkDatabaseUrl(databaseUrl);
  const connection =
    databaseUrl === undefined
      ? stack.use(await startEmbeddedPostgres(dataDir, () => {})).connection
      : { connectionString: databaseUrl };
  const db = stack.use(open(connection));
  if (databaseUrl !== undefined) await checkRights(db);
  await migrate(db, supabaseDir);
  return installedOn(config, db);
}
