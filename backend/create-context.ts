import type { ClientConfig } from 'pg';
import type { Logger } from 'pino';
import { takeDataFolder } from './backup/data-folder.ts';
import { openBackupPlace } from './backup/choose.ts';
import { createBackupSchedule, noBackups, type BackupSchedule } from './backup/schedule.ts';
import type { Config } from './config/config.ts';
import { defaultPoolSizes } from './config/settings.ts';
import { authenticator } from './db/authenticator.ts';
import { openDatabase, type Database, type DatabaseAccess, type OwnerAccess } from './db/database.ts';
import { reachExternal } from './db/external.ts';
import { migrate } from './db/migrate.ts';
import { createSpace, unlimitedSpace, type Space } from './disk/space.ts';
import { createAuditLog } from './audit/audit.ts';
import { createEvents } from './audit/events.ts';
import { openRootSecrets } from './identity/root-secrets.ts';
import { joinProcesses } from './identity/shared-keys.ts';
import { createTokens } from './identity/tokens.ts';
import { createJobs, type JobTools } from './jobs/jobs.ts';
import { createMessageLimits } from './auth/domain/limits/message-limits.ts';
import { databaseStore, memoryStore } from './service/rate-store.ts';
import { ObjectStoreError } from './object-store/object-store.ts';
import { openClaimedStore } from './object-store/open.ts';
import type { Context } from './service/context.ts';
import { withDefaults, type BackendOptions, type Options } from './service/options.ts';
import { createLogger } from './telemetry/logger.ts';
import { createReport, reasonOf, type Report } from './telemetry/operations.ts';
import { createOutages, type Outages } from './telemetry/outages.ts';
import { createTraffic } from './service/traffic.ts';
import { createMail } from './messages/mail/mail.ts';
import { createSms } from './messages/sms/sms.ts';
import { startBuiltIn } from './wal/start.ts';

export interface Overrides {
  /** Runs with the data folder locked and still empty; a rejection ends the start. */
  readonly beforeDatabase?: (() => Promise<void>) | undefined;
  /** Aborts when the process is asked to end. */
  readonly stopping?: AbortSignal;
  /** Access to a running database; another process holds the data folder. */
  readonly connection?: ClientConfig | undefined;
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
  if (dataDir === undefined) throw new Error('The built-in database needs a data folder.');
  const owner = connection ?? stack.use(await startBuiltIn({ ...config, dataDir }, log)).connection;
  const caller = { ...owner, user: authenticator };
  return { owner, caller, poolSizes: poolSizes(config, 'builtIn'), preparedStatements };
}

/** Locks the data folder, opens the database and migrates it. */
async function openProject(
  config: Config,
  options: Options,
  overrides: Overrides,
  { log, outages }: { readonly log: Logger; readonly outages: Outages },
  stack: AsyncDisposableStack,
): Promise<Database> {
  const { supabaseDir } = config;
  if (!overrides.connection) stack.use(await takeDataFolder(config));
  await overrides.beforeDatabase?.();
  const access = await reachDatabase(config, overrides, log, stack);
  const db = stack.use(
    openDatabase({
      ...access,
      name: options.name,
      onError: outages.lost,
    }),
  );
  await migrate(db.direct, supabaseDir);
  await options.prepareDatabase?.(db);
  return db;
}

/** Warns about features that are off without a data folder. */
function warnWithoutFolder({ smtp, backupStore, backupHours }: Config, log: Logger): void {
  if (!smtp) log.warn('mails cannot be sent: there is neither SMTP_HOST nor a data folder');
  if (backupHours > 0 && !backupStore)
    log.warn(
      'the server makes no backups by itself: there is neither a data folder nor BACKUP_S3_ENDPOINT. Run npm run backup -- <file>',
    );
}

/** A backup may come half a period late: one that fails is tried again within minutes. */
function lateAfter({ backupHours }: Pick<Config, 'backupHours'>): Date {
  return new Date(Date.now() + backupHours * 1.5 * 60 * 60_000);
}

/** Reports whether the mail server took a mail. */
function reportMail(report: Report, error: unknown): void {
  if (error === undefined) report({ name: 'mail', outcome: 'succeeded' });
  else report({ name: 'mail', outcome: 'failed', reason: reasonOf(error) });
}

/**
 * The schedule of the backups, at a place that is this database's own. A store that is away does not keep the server from
 * starting: the schedule claims it again.
 * @throws ForeignStoreError
 */
async function openBackups(parts: {
  readonly db: OwnerAccess;
  readonly space: Space;
  readonly log: Logger;
  readonly config: Config;
  readonly name: string;
  readonly report: Report;
}): Promise<BackupSchedule> {
  const { config, report } = parts;
  const place = openBackupPlace(config);
  if (!place || config.backupHours === 0) report({ name: 'backup', outcome: 'off' });
  if (!place) return noBackups;
  const onMade = (error?: unknown) =>
    report(
      error === undefined
        ? { name: 'backup', outcome: 'succeeded', lateAfter: lateAfter(config) }
        : { name: 'backup', outcome: 'failed', reason: reasonOf(error) },
    );
  const backups = createBackupSchedule({ ...parts, place, onMade });
  if (config.backupHours === 0) return backups;
  try {
    await place.claim(parts.db);
  } catch (error) {
    if (error instanceof ObjectStoreError) return backups;
    backups[Symbol.dispose]();
    throw error;
  }
  return backups;
}

/** Free space on the disk of the data folder, and on the database's. */
function createSpaces({ dataDir, databaseUrl, minFreeSpace }: Config, log: Logger) {
  if (dataDir === undefined) return { files: unlimitedSpace, database: unlimitedSpace };
  const files = createSpace(dataDir, minFreeSpace, log);
  return { files, database: databaseUrl === undefined ? files : createSpace(dataDir, 0, log) };
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
  for (const { file, text } of config.warnings) log.warn({ file }, text);
  const outages = stack.use(createOutages(log));
  const db = await openProject(config, options, overrides, { log, outages }, stack);
  if (config.databaseUrl !== undefined) stack.use(await joinProcesses(db, config.keys, outages.failed));
  const objects = stack.use(await openClaimedStore(config, db, log));
  const deriveSecrets = await openRootSecrets(db, config.keys.signing, log);
  const tokens = await createTokens(config, db);
  await db.listen('auth_session_ended', tokens.forgetSession, tokens.forgetAll);
  const events = createEvents();
  const audit = stack.use(createAuditLog({ db, log, failed: outages.failed }));
  events.subscribe(audit.sink);
  const report = createReport({ db, write: options.writeOperation, failed: outages.failed });
  const mail = stack.use(createMail(config, options.brandName, log, (error) => reportMail(report, error)));
  if (config.dataDir === undefined) warnWithoutFolder(config, log);
  const space = createSpaces(config, log);
  const backups = stack.use(
    await openBackups({ db: db.direct, space: space.files, log, config, name: options.name, report }),
  );
  const sms = createSms(config, options.brandName);
  const rates = config.rateLimitStore === 'database' ? databaseStore(db) : memoryStore();
  const { spend } = createMessageLimits(
    config.protocol.auth,
    { mail: config.smtp !== undefined, sms: sms.provider !== '' },
    rates,
  );
  const countMail: JobTools['countMail'] = (address, network) =>
    spend('email', { address, isStranger: true }, network);
  const jobs = stack.use(createJobs({ db, mail, countMail, failed: outages.failed }, options.jobs));
  const resources = stack.move();
  return {
    config,
    options,
    db,
    tokens,
    deriveSecrets,
    traffic: createTraffic(config, tokens),
    log,
    outages,
    events,
    audit,
    mail,
    rates,
    sms,
    objects,
    space,
    backups,
    jobs,
    stopping: overrides.stopping ?? new AbortController().signal,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
