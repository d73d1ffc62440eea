/*
 * The keys of the Supabase CLI's configuration reference that `protocol.ts` does not honour. A path stands for all that is
 * below it; `*` stands for one name. `cli-keys.test.ts` holds a file with every key of the reference: each has a class.
 */

/** Keys whose absence nobody misses here, with the reason. */
export const harmlessKeys: Readonly<Record<string, string>> = {
  project_id: 'the CLI tells the projects of one machine apart by it',
  'api.port': 'PORT is the installation’s own',
  'api.tls': 'a reverse proxy in front adds TLS',
  'db.port': 'the built-in database has no network address',
  'db.shadow_port': 'of a database that the CLI compares schemas with',
  'db.health_timeout': 'of the CLI’s container',
  'db.major_version': 'the CLI picks its container by it; migrations run on PostgreSQL 15 and later',
  'db.pooler': 'of the CLI’s container; DATABASE_URL may lead to a pooler',
  'db.migrations.schema_paths':
    'the CLI makes migrations from these files, and the server applies migrations',
  'db.network_restrictions': 'of a hosted database; the built-in one has no network address',
  'db.ssl_enforcement': 'of a hosted database; the built-in one has no network address',
  'realtime.ip_version': 'of the CLI’s container; HOST says where the server listens',
  'realtime.max_header_length': 'of the CLI’s container',
  studio: 'a program of the CLI beside the backend',
  local_smtp: 'a mail server of the CLI; the outbox of the data folder has its place',
  inbucket: 'the former name of local_smtp',
  analytics: 'logs and metrics of the CLI’s containers; the server has its own',
  'storage.buckets.*.objects_path': 'the CLI uploads these files with a command of its own',
  'auth.rate_limit.web3': 'limits a way to sign in that this server does not offer',
  'auth.email.template': 'the server writes these mails itself, in the reader’s language',
  'auth.email.notification.password_changed': 'the server always sends this mail',
  'auth.email.notification.email_changed': 'the server always sends this mail',
  'auth.email.notification.mfa_factor_enrolled': 'the server always sends this mail',
  'edge_runtime.policy': 'functions are loaded at the start',
  'edge_runtime.inspector_port': 'of the CLI’s container',
  'edge_runtime.deno_version': 'functions run in the server’s process',
  'functions.*.static_files': 'a function reads its files where they lie',
  'experimental.s3_host': 'of OrioleDB',
  'experimental.s3_region': 'of OrioleDB',
  'experimental.s3_access_key': 'of OrioleDB',
  'experimental.s3_secret_key': 'of OrioleDB',
  'experimental.pgdelta': 'the CLI compares schemas with it',
  'experimental.inspect': 'of a command of the CLI',
};

interface UnsupportedKey {
  /** The value that asks for what the server does anyway. Without it, that is any value that switches something off. */
  readonly neutral?: boolean;
  /** The operator's other way to the same end. */
  readonly instead?: string;
}

/** Keys that ask for something that the server does not do: the start names them. */
export const unsupportedKeys: Readonly<Record<string, UnsupportedKey>> = {
  'api.enabled': { neutral: true },
  'api.external_url': { instead: 'set PUBLIC_URL' },
  'db.root_key': {},
  'db.vault': {},
  'db.settings': { instead: 'set them in the database of DATABASE_URL' },
  'db.migrations.enabled': { neutral: true },
  'realtime.enabled': { neutral: true },
  'storage.enabled': { neutral: true },
  'storage.s3_protocol': {},
  'storage.analytics': {},
  'storage.vector': {},
  'auth.enabled': { neutral: true },
  'auth.external_url': { instead: 'set PUBLIC_URL' },
  'auth.publishable_key': { instead: 'set SUPABASE_PUBLISHABLE_KEY' },
  'auth.secret_key': { instead: 'set SUPABASE_SECRET_KEY' },
  'auth.jwt_secret': { instead: 'set SUPABASE_JWT_SECRET' },
  'auth.anon_key': { instead: 'set SUPABASE_JWT_SECRET, and keys signed with it are accepted' },
  'auth.service_role_key': { instead: 'set SUPABASE_JWT_SECRET, and keys signed with it are accepted' },
  'auth.captcha': {},
  'auth.hook': {},
  'auth.third_party': {},
  'auth.web3': {},
  'auth.oauth_server.authorization_url_path': {},
  'auth.oauth_server.allow_dynamic_registration': {},
  'auth.email.smtp': { instead: 'set SMTP_HOST and the settings beside it' },
  'auth.email.notification': {},
  'auth.sms.twilio_verify': {},
  'auth.sms.messagebird': {},
  'auth.sms.textlocal': {},
  'auth.sms.vonage': {},
  workers: {},
  'experimental.orioledb_version': {},
  'experimental.webhooks': {},
};

function begins(path: readonly string[], pattern: readonly string[]): boolean {
  return (
    pattern.length <= path.length && pattern.every((name, index) => name === '*' || name === path[index])
  );
}

/** The entry of a table that stands for a path; undefined without any. */
export function entryFor<Entry>(
  table: Readonly<Record<string, Entry>>,
  path: readonly string[],
): Entry | undefined {
  return Object.entries(table).find(([pattern]) => begins(path, pattern.split('.')))?.[1];
}

const patterns = [harmlessKeys, unsupportedKeys].flatMap((table) =>
  Object.keys(table).map((key) => key.split('.')),
);

/** Whether an entry lies below a path. */
export function holdsEntries(path: readonly string[]): boolean {
  return patterns.some(
    (pattern) => pattern.length > path.length && begins(path, pattern.slice(0, path.length)),
  );
}
