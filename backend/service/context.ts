import type { Logger } from 'pino';
import type { AuditLog } from '../audit/audit.ts';
import type { Events } from '../audit/events.ts';
import type { BackupSchedule } from '../backup/schedule.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Space } from '../disk/space.ts';
import type { DeriveSecrets } from '../identity/root-secrets.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Mail } from '../messages/mail/mail.ts';
import type { Sms } from '../messages/sms/sms.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import type { Options } from './options.ts';
import type { RateStore } from './rate-store.ts';
import type { Outages } from '../telemetry/outages.ts';
import type { Traffic } from './traffic.ts';

/** Everything that requests share. `createContext` makes it once; each module picks what it needs. */
export interface Context extends AsyncDisposable {
  readonly config: Config;
  /** The product's own choices, with the defaults. */
  readonly options: Options;
  readonly db: Database;
  readonly tokens: Tokens;
  /** Derives the installation's own secrets, which outlive its signing keys. */
  readonly deriveSecrets: DeriveSecrets;
  readonly traffic: Traffic;
  readonly log: Logger;
  readonly outages: Outages;
  readonly events: Events;
  readonly audit: AuditLog;
  readonly mail: Mail;
  /** Counters of the limits that processes on one database share. */
  readonly rates: RateStore;
  readonly sms: Sms;
  /** Keeps the bytes of stored objects. */
  readonly objects: ObjectStore;
  readonly space: {
    /** On the disk of the data folder. */
    readonly files: Space;
    /** On the disk of the database; an external database watches its own. */
    readonly database: Space;
  };
  readonly backups: BackupSchedule;
  /** The product's own repeated work. */
  readonly jobs: Jobs;
  /** Aborts when the process is asked to end. It still serves for a while, but is not ready for more. */
  readonly stopping: AbortSignal;
}
