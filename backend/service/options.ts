import type { Config } from '../config/config.ts';
import type { Queryable } from '../db/database.ts';
import type { Reply } from '../http/reply.ts';
import type { HttpRequest } from '../http/request.ts';
import type { ProductJob } from '../jobs/jobs.ts';
import { messageTexts, type Language } from '../messages/texts/index.ts';
import type { WriteOperation } from '../telemetry/operations.ts';

export type DeletedRows = Readonly<Record<string, number>>;

/** The choices of a product. Every part is optional: a project folder alone needs none. */
export interface BackendOptions {
  /** Identifies the product to operators: prefix of its metrics, of its backups' file names, and name of its database connections. */
  readonly name?: string;
  /** Company name in mails, text messages, authenticator apps and passkeys. Default: the host of the public address. */
  readonly brandName?: string;
  /** The languages that the product speaks: messages are written in no other. Default: all that the backend has texts for. */
  readonly languages?: readonly Language[];
  /** Language of messages to people whose own language is unknown. */
  readonly defaultLanguage?: Language;
  /** Words that people of this product's country and trade choose as passwords, beside those of the worldwide list. */
  readonly commonPasswords?: readonly string[];
  /** Contents of `/.well-known/security.txt`. Default: SECURITY_CONTACT; without either the address does not exist. */
  readonly security?: SecurityContact;
  /**
   * The values of `app_metadata.role` whose holders administer the product: their searches and bodies may be larger, and
   * their writes are logged. The database decides about rows. Default: `admin`.
   */
  readonly administratorRoles?: readonly string[];
  /** Beginnings of the paths whose writes the product records in the audit log itself. */
  readonly selfAuditedPaths?: readonly string[];
  /** Runs after the migrations at every start. */
  readonly prepareDatabase?: (db: Queryable) => Promise<void>;
  /** Deletes the product's own expired rows; runs with the daily retention, in its transaction. */
  readonly deleteExpired?: (db: Queryable, now: Date) => Promise<DeletedRows>;
  /** The product's own repeated work, for example sending mails. */
  readonly jobs?: readonly ProductJob[];
  /**
   * Records how mails and backups go, for the product's own screens: each failure, each backup, and the first mail that is
   * sent after the start or after a failure.
   */
  readonly writeOperation?: WriteOperation;
  readonly pages?: Pages;
}

/** Serves GET and HEAD requests outside the API; undefined means 404. */
export type Pages = (request: HttpRequest) => Reply | undefined;

/** RFC 9116. */
export interface SecurityContact {
  /** A `mailto:` or `https:` address. */
  readonly contact: string;
  /** Languages of the people who read reports. */
  readonly languages: readonly string[];
}

type Defaulted =
  | 'name'
  | 'brandName'
  | 'languages'
  | 'defaultLanguage'
  | 'commonPasswords'
  | 'administratorRoles'
  | 'selfAuditedPaths';

export type Options = BackendOptions & Required<Pick<BackendOptions, Defaulted>>;

export function withDefaults(
  options: BackendOptions,
  { publicUrl, securityContact }: Pick<Config, 'publicUrl' | 'securityContact'>,
): Options {
  return {
    name: 'backend',
    brandName: new URL(publicUrl).host,
    languages: Object.keys(messageTexts) as Language[],
    defaultLanguage: 'en',
    commonPasswords: [],
    administratorRoles: ['admin'],
    selfAuditedPaths: [],
    ...(securityContact !== undefined && { security: { contact: securityContact, languages: ['en'] } }),
    ...options,
  };
}
