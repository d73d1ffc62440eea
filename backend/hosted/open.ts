import { createFactorSecrets } from '../auth/domain/secrets/sealed-secrets.ts';
import { reachDatabase } from '../backup/reach.ts';
import { refuseUnfinishedRestore } from '../backup/staging.ts';
import type { Config } from '../config/config.ts';
import { openDatabase, type Database, type DatabaseAccess } from '../db/database.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { reachAddress, reachExternal } from '../db/external.ts';
import { lockDataFolder } from '../db/lock.ts';
import { migrate } from '../db/migrate.ts';
import { openRootSecrets } from '../identity/root-secrets.ts';
import { openClaimedStore } from '../object-store/open.ts';
import { createBlobStore } from '../storage/store/blobs.ts';
import { createLogger } from '../telemetry/logger.ts';
import type { Installed } from './move.ts';

const log = createLogger('warn');

async function installedOn(config: Config, db: Database, stack: AsyncDisposableStack): Promise<Installed> {
  const objects = stack.use(await openClaimedStore(config, db, log));
  const derive = await openRootSecrets(db, config.keys.signing, log);
  return {
    db,
    blobs: createBlobStore(objects, (error) =>
      log.warn({ reason: error.message }, 'could not remove stored bytes; the server does it later'),
    ),
    factorSecrets: createFactorSecrets(derive('factor secrets')),
    supabaseDir: config.supabaseDir,
  };
}

/** Opens the database of a hosted project. @param option that names it, for the message. @throws OperatorError */
export async function openHosted(option: string, address: string): Promise<Database> {
  const access = await reachAddress(option, address, log);
  return openDatabase({ owner: access, caller: access, onError: () => {} });
}

/** Opens an installation whose server may run. @throws OperatorError */
export async function openForExport(config: Config, stack: AsyncDisposableStack): Promise<Installed> {
  return installedOn(config, stack.use(await reachDatabase(config)), stack);
}

async function accessForImport(config: Config, stack: AsyncDisposableStack): Promise<DatabaseAccess> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl !== undefined) return reachExternal({ ...config, databaseUrl }, log);
  if (dataDir === undefined) throw new Error('The built-in database needs a data folder.');
  const { connection } = stack.use(await startEmbeddedPostgres(dataDir, () => {}));
  return { owner: connection, caller: connection };
}

/**
 * Opens an installation that no server uses, and migrates it; makes its database if there is none.
 * @throws OperatorError
 */
export async function openForImport(config: Config, stack: AsyncDisposableStack): Promise<Installed> {
  const { dataDir } = config;
  if (dataDir !== undefined) {
    stack.use(await lockDataFolder(dataDir, 'npm run import'));
    await refuseUnfinishedRestore(dataDir);
  }
  const access = await accessForImport(config, stack);
  const db = stack.use(openDatabase({ ...access, onError: () => {} }));
  await migrate(db.direct, config.supabaseDir);
  return installedOn(config, db, stack);
}
