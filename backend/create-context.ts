import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { Logger } from 'pino';
import { createFactorSecrets, resealFactors } from './auth/factors/sealed-secrets.ts';
import { createBackupSchedule } from './backup/schedule.ts';
import { refuseUnfinishedRestore } from './backup/staging.ts';
import { localAddress, type Config } from './config/config.ts';
import { defaultPoolSizes } from './config/settings.ts';
import { authenticator } from './db/authenticator.ts';
import { openDatabase, type Database, type DatabaseAccess } from './db/database.ts';
import { startEmbeddedPostgres } from './db/embedded.ts';
import { reachExternal } from './db/external.ts';
import { lockDataFolder, shareDataFolder } from './db/lock.ts';
import { migrate } from './db/migrate.ts';
import { createSpace } from './disk/space.ts';
import { createAuditLog } from './audit/audit.ts';
import { createEvents } from './audit/events.ts';
import { openRootSecrets } from './identity/root-secrets.ts';
import { createTokens } from './identity/tokens.ts';
import type { Context } from './service/context.ts';
import { withDefaults, type BackendOptions, type Options } from './service/options.ts';
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

function poolSizes(config: Config, kind: keyof typeof defaultPoolSizes) {
  const { caller, owner } = defaultPoolSizes[kind];
  return { caller: config.databasePoolSize ?? caller, owner: config.databaseOwnerPoolSize ?? owner };
}

/** Access to the database; starts the built-in one unless another is given. */
async function reachDatabase(
  config: Config,
  { connection }: Overrides,
  log: Logger,
  stack: AsyncDisposableStack,
): Promise<DatabaseAccess> {
  const { dataDir, databaseUrl } = config;
  const preparedStatements = config.databasePreparedStatements ?? config.databaseDirectUrl === undefined;
  if (databaseUrl && !connection) {
    const access = await reachExternal({ ...config, databaseUrl }, log);
    return { ...access, poolSizes: poolSizes(config, 'external'), preparedStatements };
  }
  const onLine = (line: string): void => log.warn({ source: 'postgres' }, line);
  const owner = connection ?? stack.use(await startEmbeddedPostgres(dataDir, onLine)).connection;
  const caller = { ...owner, user: authenticator };
  return { owner, caller, poolSizes: poolSizes(config, 'builtIn'), preparedStatements };
}

/** Locks the data folder, opens the database and migrates it. */
async function openProject(
  config: Config,
  options: Options,
  overrides: Overrides,
  log: Logger,
  stack: AsyncDisposableStack,
): Promise<Database> {
  const { dataDir, databaseUrl, publicUrl, supabaseDir } = config;
  const isExternal = databaseUrl !== undefined;
  stack.use(
    isExternal
      ? await shareDataFolder(dataDir)
      : await lockDataFolder(dataDir, publicUrl, localAddress(config)),
  );
  await refuseUnfinishedRestore(dataDir);
  await overrides.beforeDatabase?.();
  const access = await reachDatabase(config, overrides, log, stack);
  const db = stack.use(
    openDatabase({
      ...access,
      name: options.name,
      onError: (error) => log.error({ reason: error.message }, 'database connection lost'),
    }),
  );
  await migrate(db.direct, supabaseDir);
  await options.prepareDatabase?.(db);
  return db;
}

/**
 * The composition root: locks the data folder (shares it when the database is external), starts or reaches the database,
 * migrates it, and makes what the services share. Disposing closes everything in the opposite order.
 * @throws OperatorError
 */
export async function createContext(
  config: Config,
  given: BackendOptions,
  overrides: Overrides = {},
): Promise<Context> {
  const options = withDefaults(given, config);
  await using stack = new AsyncDisposableStack();
  const log = createLogger(config.logLevel);
  for (const warning of config.warnings) log.warn({ file: 'config.toml' }, warning);
  const db = await openProject(config, options, overrides, log, stack);
  const deriveSecrets = await openRootSecrets(db, config.keys.signing, log, (transaction, derive) =>
    resealFactors(transaction, createFactorSecrets(derive('factor secrets'))),
  );
  const tokens = await createTokens(config, db);
  await db.listen('auth_session_ended', tokens.forgetSession, tokens.forgetAll);
  const events = createEvents();
  const audit = stack.use(createAuditLog(db, log));
  events.subscribe(audit.sink);
  const mail = stack.use(createMail(config, options.brandName, log));
  const files = createSpace(config.dataDir, config.minFreeSpace, log);
  const database = config.databaseUrl === undefined ? files : createSpace(config.dataDir, 0, log);
  const backups = stack.use(
    createBackupSchedule({ db: db.direct, space: files, log, config, name: options.name }),
  );
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
    filesDir: join(config.dataDir, 'files'),
    space: { files, database },
    backups,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
