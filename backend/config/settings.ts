import { resolve } from 'node:path';
import type { SettingTable, Values, Variables } from './env.ts';
import * as parsers from './parsers.ts';
import { parseSigningKeys } from './signing-keys.ts';

/**
 * The most connections that a process opens for requests, and for its own statements. With an external database, ten
 * processes fit into PostgreSQL's 100: each also has one that listens, and jobs open up to four more now and then.
 */
export const defaultPoolSizes = {
  builtIn: { caller: 16, owner: 8 },
  external: { caller: 5, owner: 2 },
} as const;

function shownPoolSize(pool: 'caller' | 'owner'): string {
  return `${defaultPoolSizes.builtIn[pool]}, with DATABASE_URL ${defaultPoolSizes.external[pool]}`;
}

/** Where an installation keeps its data. Commands beside the server need these alone. */
export const installationSettings = {
  dataDir: {
    name: 'DATA_DIR',
    default: './data',
    parse: (_, path) => resolve(path),
    description:
      'Folder of everything the server keeps: the database, the files, the secrets. With `DATABASE_URL` and `S3_ENDPOINT` the server needs none, and keeps nothing on disk unless this is set.',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    secret: true,
    parse: parsers.parseDatabaseUrl,
    description:
      'Connection string of an existing PostgreSQL (15 or later), used instead of the built-in one. Its account must own the database and be allowed to create roles. Connections to another machine use TLS: `sslrootcert=<file>` in the address names the authority of its certificate, and `sslmode=disable` goes unencrypted.',
  },
  databaseDirectUrl: {
    name: 'DATABASE_DIRECT_URL',
    secret: true,
    parse: parsers.parseDatabaseUrl,
    description:
      'Connection string of the same database without a pooler, when `DATABASE_URL` leads to one in transaction mode. The server uses it for notifications, migrations, backups and daily jobs; restores and `npm run sql` use it alone.',
  },
  supabaseDir: {
    name: 'SUPABASE_DIR',
    default: './supabase',
    parse: (_, path) => resolve(path),
    description: 'Folder with `config.toml`, `migrations`, `seed.sql` and `functions`.',
  },
} as const satisfies SettingTable;

export const serverSettings = {
  port: {
    name: 'PORT',
    default: '8000',
    parse: parsers.parsePort,
    description: 'TCP port of the app and the API.',
  },
  host: {
    name: 'HOST',
    default: '127.0.0.1',
    parse: parsers.parseHostName,
    description: 'Address to listen on. Use `0.0.0.0` behind a proxy on another machine.',
  },
  workers: {
    name: 'WORKERS',
    default: '1',
    parse: parsers.parseWorkers,
    description:
      'Number of processes of this machine that serve the port together, over one database; `auto` starts one for each core. `REQUESTS_PER_SECOND` counts in each.',
  },
  drainSeconds: {
    name: 'DRAIN_SECONDS',
    default: '0',
    parse: parsers.countFrom(0, 600),
    description:
      'Graceful shutdown period in seconds, for rolling updates behind a load balancer. After SIGTERM the server serves as before in the first half, while `/health/ready` is 503, and closes its websockets one by one in the second. A second signal ends the wait.',
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    shownDefault: 'http://HOST:PORT',
    parse: parsers.parseSiteUrl,
    description: 'Address under which people reach the app, without a path, for links in mails and QR codes.',
  },
  allowedOrigins: {
    name: 'ALLOWED_ORIGINS',
    default: '',
    parse: parsers.parseOrigins,
    description:
      'Further web origins (`https://a.example`, without a path) that may call the API from a browser, separated by commas. The origin of `PUBLIC_URL` always may.',
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    default: '',
    parse: parsers.parseProxies,
    description:
      'Addresses, networks (`10.0.0.0/29`) or host names of the reverse proxies in front, separated by commas. The server takes a client’s address from `X-Forwarded-For` only when one of them sends it, so name nothing that others can send from. It looks names up every 30 seconds.',
  },
  requireAdminMfa: {
    name: 'REQUIRE_ADMIN_MFA',
    default: 'false',
    parse: parsers.parseBoolean,
    description:
      'With `true`, accounts with a role (administrators, the office) need a second factor. Without one they are asked to set one up, and until they have entered it they have no more rights than any user.',
  },
  auditRetentionDays: {
    name: 'AUDIT_RETENTION_DAYS',
    default: '365',
    parse: parsers.countFrom(30, 3650),
    description:
      'Days that the server keeps entries of the audit log: 30 to 3650. It also deletes expired sessions, codes and unused photos daily.',
  },
  requestsPerSecond: {
    name: 'REQUESTS_PER_SECOND',
    default: '200',
    parse: parsers.countFrom(0),
    description:
      'API requests that one network (an IPv4 address, an IPv6 /64) may send each second on average, with bursts of ten times as many; requests with and without an account count apart. One account may send half as many, and a quarter as writes. Further requests get status 429, token refreshes 503. `0` means no limit.',
  },
  rateLimitStore: {
    name: 'RATE_LIMIT_STORE',
    shownDefault: 'database with DATABASE_URL or WORKERS, else memory',
    parse: parsers.choiceOf('memory', 'database'),
    description:
      'Where the rate limits of sign-ins, codes, sign-ups and messages are counted: in the `memory` of the one process, or in the `database`, which several processes share. `memory` is refused with `WORKERS` above 1.',
  },
  backupHours: {
    name: 'BACKUP_HOURS',
    default: '24',
    parse: parsers.countFrom(0),
    description:
      'Hours between two backups that the server makes by itself, into `BACKUP_S3_BUCKET` or the folder `backups` of the data folder. `0` means never.',
  },
  backupKeep: {
    name: 'BACKUP_KEEP',
    default: '7',
    parse: parsers.countFrom(1),
    description: 'Backups that the server keeps there: the newest ones, at least 1.',
  },
  minFreeSpace: {
    name: 'MIN_FREE_SPACE',
    default: '200',
    parse: parsers.parseMebibytes,
    description:
      'When less than this many MiB are free on the disk of the data folder, the server refuses writes until there is space again; reads go on. `0` switches the check off.',
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    secret: true,
    parse: parsers.secretOf(16),
    description:
      'Opens `/metrics` to Prometheus, which sends it as bearer token: at least 16 random characters. Without it the address does not exist.',
  },
  securityContact: {
    name: 'SECURITY_CONTACT',
    parse: parsers.parseContact,
    description: 'Mail or web address in `/.well-known/security.txt`, for people who report a vulnerability.',
  },
  databaseAuthenticatorUrl: {
    name: 'DATABASE_AUTHENTICATOR_URL',
    secret: true,
    parse: parsers.parseDatabaseUrl,
    description:
      'Connection string with which API requests log in: the address of `DATABASE_URL`, with the account `authenticator` and its password. Without it, the server gives that account a password derived from the one in `DATABASE_URL`.',
  },
  databasePoolSize: {
    name: 'DATABASE_POOL_SIZE',
    shownDefault: shownPoolSize('caller'),
    parse: parsers.countFrom(1, 1000),
    description: 'The most database connections that API requests of one process use.',
  },
  databaseOwnerPoolSize: {
    name: 'DATABASE_OWNER_POOL_SIZE',
    shownDefault: shownPoolSize('owner'),
    parse: parsers.countFrom(1, 1000),
    description:
      'The most database connections that one process uses for its own statements: sign-ins, storage, live updates.',
  },
  databasePreparedStatements: {
    name: 'DATABASE_PREPARED_STATEMENTS',
    shownDefault: 'true, with DATABASE_DIRECT_URL false',
    parse: parsers.parseBoolean,
    description:
      'Whether connections keep prepared statements, which saves PostgreSQL work. A pooler in transaction mode must support them: PgBouncer does from 1.21 on, with `max_prepared_statements`.',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    parse: parsers.choiceOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    description: 'How much is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
} as const satisfies SettingTable;

export const keySettings = {
  publishable: {
    name: 'SUPABASE_PUBLISHABLE_KEY',
    shownDefault: 'generated',
    parse: parsers.parsePublishableKey,
    description: 'API key that the browser sends (`sb_publishable_…`). It gives no rights of its own.',
  },
  secret: {
    name: 'SUPABASE_SECRET_KEY',
    secret: true,
    shownDefault: 'generated',
    parse: parsers.secretOf(32),
    description:
      'API key with full rights (`sb_secret_…`), for functions and scripts: at least 32 random characters. It never leaves the server.',
  },
  legacyJwtSecret: {
    name: 'SUPABASE_JWT_SECRET',
    secret: true,
    parse: parsers.secretOf(32),
    description:
      'Shared secret of an earlier installation: the server accepts keys and tokens signed with it (HS256) beside its own. At least 32 random characters.',
  },
  signing: {
    name: 'SUPABASE_SIGNING_KEYS',
    secret: true,
    shownDefault: 'generated',
    parse: parseSigningKeys,
    description:
      'JWKS of private ES256 or RS256 keys, each with a `kid`: as JSON, or the path of a file that holds it. The first one signs; all of them verify. Read again at each start.',
  },
} as const satisfies SettingTable;

export const smtpSettings = {
  host: {
    name: 'SMTP_HOST',
    parse: parsers.parseHostName,
    description:
      'Mail server. Without it, the server writes mails into the folder `outbox` of the data folder, where the operator can open them.',
  },
  port: {
    name: 'SMTP_PORT',
    default: '587',
    parse: parsers.parsePort,
    description: 'Port of the mail server.',
  },
  user: {
    name: 'SMTP_USER',
    default: '',
    parse: parsers.parseText,
    description: 'Account at the mail server.',
  },
  pass: {
    name: 'SMTP_PASS',
    secret: true,
    default: '',
    parse: parsers.parseText,
    description: 'Password of that account.',
  },
  sender: {
    name: 'SMTP_SENDER',
    default: 'no-reply@localhost',
    parse: parsers.parseMailAddress,
    description: 'Sender address of outgoing mails.',
  },
} as const satisfies SettingTable;

/**
 * The settings of an S3-compatible store; the first four belong together.
 * @param before begins the variables' names
 * @param use begins the description of the address
 */
function s3Settings<Before extends string>(before: Before, use: { endpoint: string; prefix: string }) {
  const named = <Name extends string>(name: Name) => `${before}S3_${name}` as const;
  return {
    endpoint: {
      name: named('ENDPOINT'),
      parse: parsers.parseUrl,
      description: `${use.endpoint} The bucket’s name follows as the first part of the path.`,
    },
    bucket: {
      name: named('BUCKET'),
      parse: parsers.parseS3Bucket,
      description: 'Bucket of that store. It must exist.',
    },
    accessKeyId: {
      name: named('ACCESS_KEY_ID'),
      parse: parsers.parseText,
      description: 'Name of the key that may list, read, write and delete the bucket’s objects.',
    },
    secretAccessKey: {
      name: named('SECRET_ACCESS_KEY'),
      secret: true,
      parse: parsers.parseText,
      description: 'The key itself. It signs the requests and is never sent.',
    },
    region: {
      name: named('REGION'),
      default: 'us-east-1',
      parse: parsers.parseS3Region,
      description: 'Region of the bucket, as its store names it.',
    },
    prefix: {
      name: named('PREFIX'),
      default: '',
      parse: parsers.parseS3Prefix,
      description: use.prefix,
    },
    timeout: {
      name: named('TIMEOUT'),
      default: '10',
      parse: parsers.countFrom(1, 300),
      description: 'Seconds that a request to the store may make no progress before the server gives it up.',
    },
  } as const satisfies SettingTable;
}

/** A store for the bytes of stored objects. */
export const objectStoreSettings = s3Settings('', {
  endpoint:
    'Address of an S3-compatible store (`https://s3.example.cl`) that keeps the bytes of stored objects, instead of the folder `files` of the data folder.',
  prefix: 'Begins the name of every object, so that installations can share a bucket (`north`).',
});

export const backupStoreSettings = s3Settings('BACKUP_', {
  endpoint:
    'Address of an S3-compatible store that takes the backups, instead of the folder `backups` of the data folder.',
  prefix:
    'Begins the name of every object. Each installation needs a prefix of its own, because it removes old backups there.',
});

/** Every variable that a backend reads. */
export type Environment = Variables<typeof installationSettings> &
  Variables<typeof objectStoreSettings> &
  Variables<typeof backupStoreSettings> &
  Variables<typeof serverSettings> &
  Variables<typeof keySettings> &
  Variables<typeof smtpSettings>;

/** Where an installation keeps its data. */
export interface Installation extends Values<typeof installationSettings> {
  /** Undefined when the data folder keeps the bytes of stored objects. */
  readonly objectStore: ObjectStoreSettings | undefined;
  /** Undefined when the data folder keeps the backups. */
  readonly backupStore: ObjectStoreSettings | undefined;
}

/** An S3-compatible store and the key to it. */
export type ObjectStoreSettings = {
  readonly [Key in keyof Values<typeof objectStoreSettings>]: NonNullable<
    Values<typeof objectStoreSettings>[Key]
  >;
};
