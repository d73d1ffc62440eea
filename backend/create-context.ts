import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { Logger } from 'pino';
import { createFactorSecrets, resealFactors } from './auth/factor-secrets.ts';
import { createBackupSchedule } from './backup/schedule.ts';
import { refuseUnfinishedRestore } from './backup/staging.ts';
import { localAddress, type Config } from './config/config.ts';
import { checkRights } from './db/check-rights.ts';
import { checkDatabaseUrl } from './db/check-url.ts';
import { openDatabase } from './db/database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './db/embedded.ts';
import { lockDataFolder, shareDataFolder } from './db/lock.ts';
import { refuseTransactionPooling } from './db/pooling.ts';
import { migrate } from './db/migrate.ts';
import { createSpace } from './disk/space.ts';
import { createAuditLog } from './audit/audit.ts';
import { createEvents } from './audit/events.ts';
import { openRootSecrets } from './identity/root-secrets.ts';
import { createTokens } from './identity/tokens.ts';
import type { Context } from './service/context.ts';
import { withDefaults, type BackendOptions } from './service/options.ts';
import { createLogger } from './telemetry/logger.ts';
import { createTraffic } from './service/traffic.ts';
import { createMail } from './messages/mail/mail.ts';
import { createSms } from './messages/sms/sms.ts';

export interface Overrides {
  /** Runs with the data folder locked and still empty; a rejection ends the start. */
  readonly beforeDatabase?: () => Promise<void>;
  /** For tests: access to a running database. */
  readonly connection?: ClientConfig;
}

async function connections(config: Config, overrides: Overrides, log: Logger, stack: AsyncDisposableStack) {
  if (overrides.connection) {
    const caller = { ...overrides.connection, user: 'authenticator' };
    return { owner: overrides.connection, caller };
  }
  if (config.databaseUrl) {
    await checkDatabaseUrl(config.databaseUrl);
    const access = { connectionString: config.databaseUrl };
    return { owner: access, caller: access };
  }
  const embedded: EmbeddedPostgres = stack.use(
    await startEmbeddedPostgres(config.dataDir, (line) => log.warn({ source: 'postgres' }, line)),
  );
  return {
    owner: embedded.connection,
    caller: { ...embedded.connection, user: 'authenticator' },
  };
}

/**
 * The composition root: locks the data folder (shares it when the database is external), starts or reaches the database,
 * migrates it, and makes what the services share. Disposing closes everything in the opposite order.
 * @throws DataFolderInUseError, ForeignDataFolderError, UnfinishedRestoreError, DatabaseStartError, DatabaseUrlError,
 *   NoBinariesError, TransactionPoolingError, DatabaseRightsError, MigrationError, SeedError
 */
export async function createContext(
  config: Config,
  given: BackendOptions = {},
  overrides: Overrides = {},
): Promise<Context> {
  const options = withDefaults(given, config.publicUrl);
  await using stack = new AsyncDisposableStack();
  const log = createLogger(config.logLevel);
  for (const warning of config.warnings) log.warn({ file: 'config.toml' }, warning);
  const { dataDir, databaseUrl, publicUrl } = config;
  stack.use(
    databaseUrl === undefined
      ? await lockDataFolder(dataDir, publicUrl, localAddress(config))
      : await shareDataFolder(dataDir),
  );
  await refuseUnfinishedRestore(dataDir);
  await overrides.beforeDatabase?.();
  const { owner, caller } = await connections(config, overrides, log, stack);
  if (databaseUrl !== undefined) await refuseTransactionPooling(owner);
  const onError = (error: Error): void => log.error({ reason: error.message }, 'database connection lost');
  const named = { application_name: options.name };
  const db = stack.use(
    openDatabase({ owner: { ...named, ...owner }, caller: { ...named, ...caller }, onError }),
  );
  if (databaseUrl !== undefined) await checkRights(db);
  await migrate(db, config.supabaseDir);
  await options.prepareDatabase?.(db);
  const deriveSecrets = await openRootSecrets(db, config.keys.signing, log, (transaction, derive) =>
    resealFactors(transaction, createFactorSecrets(derive('factor secrets'))),
  );
  const tokens = await createTokens(config, db);
  await db.listen('auth_session_ended', tokens.forgetSession, tokens.forgetAll);
  const events = createEvents();
  const audit = stack.use(createAuditLog(db, log));
  events.subscribe(audit.sink);
  const mail = stack.use(createMail(config, options.brandName, log));
  const files = createSpace(dataDir, config.minFreeSpace, log);
  const space = {
    files,
    database: databaseUrl === undefined ? files : createSpace(dataDir, 0, log),
  };
  const backups = stack.use(createBackupSchedule({ db, space: files, log, config, name: options.name }));
  const resources = stack.move();
  return {
    config,
    options,
    db,
    tokens,
    deriveSecrets,
    traffic: createTraffic(config, tokens),
    log,
    events,
    audit,
    mail,
    sms: createSms(config, options.brandName),
    filesDir: join(dataDir, 'files'),
    space,
    backups,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
