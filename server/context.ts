import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { pino, type Logger } from 'pino';
import { openRootSecrets, type DeriveSecrets } from './auth/root-secrets.ts';
import { createBackupSchedule, type BackupSchedule } from './backup/schedule.ts';
import { refuseUnfinishedRestore } from './backup/staging.ts';
import type { Config } from './config/config.ts';
import { checkDatabaseUrl } from './db/check-url.ts';
import { openDatabase, type Database } from './db/database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './db/embedded.ts';
import { lockDataFolder } from './db/lock.ts';
import { migrate } from './db/migrate.ts';
import { createSpace, type Space } from './disk/space.ts';
import { createAuditLog, type AuditLog } from './events/audit.ts';
import { createEvents, type Events } from './events/events.ts';
import { createTokens, type Tokens } from './http/tokens.ts';
import { createTraffic, type Traffic } from './http/traffic.ts';
import { createMail, type Mail } from './mail/mail.ts';
import { createSms, type Sms } from './sms/sms.ts';

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

function createLogger(level: string): Logger {
  return pino({
    serializers: { err: loggedError },
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}

/** What a test replaces. */
export interface Overrides {
  /** Access to a database that runs already. */
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
 * The composition root: takes the data folder, starts or reaches the database, migrates it, and gives what the
 * modules need. Disposing closes everything in the opposite order.
 * @throws DataFolderInUseError, UnfinishedRestoreError, DatabaseStartError, DatabaseUrlError, NoBinariesError, MigrationError
 */
export async function createContext(config: Config, overrides: Overrides = {}): Promise<Context> {
  await using stack = new AsyncDisposableStack();
  const log = createLogger(config.logLevel);
  for (const warning of config.warnings) log.warn({ file: 'config.toml' }, warning);
  stack.use(await lockDataFolder(config.dataDir, config.publicUrl));
  await refuseUnfinishedRestore(config.dataDir);
  const { owner, caller } = await connections(config, overrides, log, stack);
  const onError = (error: Error): void => log.error({ reason: error.message }, 'database connection lost');
  const db = stack.use(
    openDatabase({
      owner,
      caller,
      settings: {
        'app.reviews_per_hour': String(config.reviewsPerHour),
        'app.approve_drivers': config.driverApproval,
      },
      onError,
    }),
  );
  await migrate(db, config.supabaseDir);
  const deriveSecrets = await openRootSecrets(db, config.keys.signing, log);
  const tokens = await createTokens(config, db);
  await db.listen('auth_session_ended', tokens.forgetSession, tokens.forgetAll);
  const events = createEvents();
  const audit = stack.use(createAuditLog(db, log));
  events.subscribe(audit.sink);
  const mail = stack.use(createMail(config, log));
  const files = createSpace(config.dataDir, config.minFreeSpace, log);
  const space = {
    files,
    database: config.databaseUrl === undefined ? files : createSpace(config.dataDir, 0, log),
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
    filesDir: join(config.dataDir, 'files'),
    space,
    backups,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
