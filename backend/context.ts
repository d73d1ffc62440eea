import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { pino, type LogFn, type Logger } from 'pino';
import { openRootSecrets, type DeriveSecrets } from './auth/root-secrets.ts';
import { createBackupSchedule, type BackupSchedule } from './backup/schedule.ts';
import { refuseUnfinishedRestore } from './backup/staging.ts';
import { localAddress, type Config } from './config/config.ts';
import { checkRights } from './db/check-rights.ts';
import { checkDatabaseUrl } from './db/check-url.ts';
import { DatabaseClosedError, openDatabase, type Database } from './db/database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './db/embedded.ts';
import { lockDataFolder, shareDataFolder } from './db/lock.ts';
import { refuseTransactionPooling } from './db/pooling.ts';
import { migrate } from './db/migrate.ts';
import { createSpace, type Space } from './disk/space.ts';
import { createAuditLog, type AuditLog } from './audit/audit.ts';
import { createEvents, type Events } from './audit/events.ts';
import { createTokens, type Tokens } from './identity/tokens.ts';
import { createTraffic, type Traffic } from './service/traffic.ts';
import { createMail, type Mail } from './messages/mail/mail.ts';
import { createSms, type Sms } from './messages/sms/sms.ts';

/** Everything a request may need. Made once by `createContext`, handed to every module. */
export interface Context extends AsyncDisposable {
  readonly config: Config;
  readonly db: Database;
  readonly tokens: Tokens;
  /** The installation's own secrets, which outlive its signing keys. */
  readonly deriveSecrets: DeriveSecrets;
  readonly traffic: Traffic;
  readonly log: Logger;
  /** Where modules say what has happened. */
  readonly events: Events;
  readonly audit: AuditLog;
  readonly mail: Mail;
  readonly sms: Sms;
  /** Folder of the stored files' bytes. */
  readonly filesDir: string;
  readonly space: {
    /** On the disk of the data folder. */
    readonly files: Space;
    /** On the disk of the database; one that others run looks after its own. */
    readonly database: Space;
  };
  readonly backups: BackupSchedule;
}

/** What went wrong, and where. PostgreSQL's `detail` and `where` hold values of rows: they stay out. */
function loggedError(error: Error & { readonly code?: unknown }) {
  const { name, message, code, stack } = error;
  return { type: name, message, code, stack };
}

/** Work that was under way when the server stopped is no failure. */
function isGivenUp(logged: unknown): boolean {
  return (logged as { readonly err?: unknown } | undefined)?.err instanceof DatabaseClosedError;
}

function createLogger(level: string): Logger {
  const output = pino.destination(1);
  // A terminal that was closed refuses log lines (EIO); the server still has to end cleanly.
  output.on('error', () => {});
  const options = {
    hooks: {
      logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn) {
        if (!isGivenUp(args[0])) method.apply(this, args);
      },
    },
    serializers: { err: loggedError },
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(options, output);
}

export interface Overrides {
  /** Runs when the data folder is ours and nothing was made in it yet; rejects to end the start. */
  readonly beforeDatabase?: () => Promise<void>;
  /** Runs when the database has been migrated. */
  readonly afterMigration?: (db: Database) => Promise<void>;
  /** For tests: access to a database that runs already. */
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
 * The composition root: takes the data folder (shares it when the database is another's), starts or reaches the
 * database, migrates it, and gives what the modules need. Disposing closes everything in the opposite order.
 * @throws DataFolderInUseError, ForeignDataFolderError, UnfinishedRestoreError, DatabaseStartError, DatabaseUrlError,
 *   NoBinariesError, TransactionPoolingError, DatabaseRightsError, MigrationError, SeedError
 */
export async function createContext(config: Config, overrides: Overrides = {}): Promise<Context> {
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
  const db = stack.use(openDatabase({ owner, caller, onError }));
  if (databaseUrl !== undefined) await checkRights(db);
  await migrate(db, config.supabaseDir);
  await overrides.afterMigration?.(db);
  const deriveSecrets = await openRootSecrets(db, config.keys.signing, log);
  const tokens = await createTokens(config, db);
  await db.listen('auth_session_ended', tokens.forgetSession, tokens.forgetAll);
  const events = createEvents();
  const audit = stack.use(createAuditLog(db, log));
  events.subscribe(audit.sink);
  const mail = stack.use(createMail(config, log));
  const files = createSpace(dataDir, config.minFreeSpace, log);
  const space = {
    files,
    database: databaseUrl === undefined ? files : createSpace(dataDir, 0, log),
  };
  const backups = stack.use(createBackupSchedule({ db, space: files, log, config }));
  const resources = stack.move();
  return {
    config,
    db,
    tokens,
    deriveSecrets,
    traffic: createTraffic(config, tokens),
    log,
    events,
    audit,
    mail,
    sms: createSms(config),
    filesDir: join(dataDir, 'files'),
    space,
    backups,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
