/** One environment variable of the product: its name, what it does, and what holds when it is not given. */
export interface Variable {
  readonly name: string;
  readonly fallback: string;
  readonly description: string;
  /** The page needs it: a static build takes it from `VITE_` and this name. */
  readonly page?: true;
}

/** Every environment variable there is. `docs/configuration.md` is generated from this table. */
export const variables = [
  { name: 'PORT', fallback: '8000', description: 'TCP port of the app and the API.' },
  {
    name: 'HOST',
    fallback: '127.0.0.1',
    description: 'Address to listen on. Use `0.0.0.0` behind a proxy on another machine.',
  },
  {
    name: 'DATA_DIR',
    fallback: './data',
    description: 'Folder of everything the product keeps: the database, the photos, the secrets.',
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    description:
      'Connection string of an existing PostgreSQL (15 or later), used instead of the built-in one. Its account must own the database and be allowed to create roles.',
  },
  {
    name: 'SUPABASE_DIR',
    fallback: './supabase',
    description: 'Folder with `config.toml`, `migrations`, `seed.sql` and `functions`.',
  },
  {
    name: 'PUBLIC_URL',
    page: true,
    fallback: 'http://HOST:PORT',
    description: 'Address under which people reach the app, for links in mails and QR codes.',
  },
  {
    name: 'ALLOWED_ORIGINS',
    fallback: '',
    description:
      'Further web origins (`https://a.example`, without a path) that may call the API from a browser, separated by commas. The app itself always may.',
  },
  {
    name: 'TRUSTED_PROXIES',
    fallback: '',
    description:
      'Addresses or networks (`10.0.0.0/8`) of the reverse proxies in front, separated by commas. Only they are believed when they say (`X-Forwarded-For`) whom a request comes from.',
  },
  {
    name: 'SUPABASE_PUBLISHABLE_KEY',
    page: true,
    fallback: 'generated',
    description: 'API key that the browser sends (`sb_publishable_…`). It gives no rights of its own.',
  },
  {
    name: 'SUPABASE_SECRET_KEY',
    fallback: 'generated',
    description:
      'API key with full rights (`sb_secret_…`), for functions and scripts: at least 32 random characters. It never leaves the server.',
  },
  {
    name: 'SUPABASE_JWT_SECRET',
    fallback: '',
    description:
      'Shared secret of an earlier installation: keys and tokens signed with it (HS256) are accepted beside our own. At least 32 random characters.',
  },
  {
    name: 'SUPABASE_SIGNING_KEYS',
    fallback: 'generated',
    description:
      'File with a JWKS of private ES256 or RS256 keys, each with a `kid`. The first one signs; all of them verify. Read again at start.',
  },
  {
    name: 'REQUIRE_ADMIN_MFA',
    page: true,
    fallback: 'false',
    description:
      'With `true`, administrators need a second factor: without one they are asked to set one up, and until it was entered they have no more rights than any user.',
  },
  {
    name: 'DRIVER_APPROVAL',
    fallback: 'automatic',
    description:
      'With `manual`, who registers as a driver waits until an administrator approves them, and so does a driver’s new photo; with `automatic` nobody waits.',
  },
  {
    name: 'AUDIT_RETENTION_DAYS',
    fallback: '365',
    description:
      'After how many days entries of the audit log are deleted: 30 to 3650. What else has had its time (sessions, codes, photos that belong to nobody) goes daily, too.',
  },
  {
    name: 'REVIEWS_PER_HOUR',
    fallback: '10',
    description:
      'How many ratings one driver can get within an hour on the tablet, and as many by link; further ones are refused. `0` is no limit.',
  },
  {
    name: 'REQUESTS_PER_SECOND',
    fallback: '200',
    description:
      'How many requests to the API one network (an IPv4 address, an IPv6 /64) may send each second on average, ten times as many at once; once with an account and once without. One account may send half as many, and a quarter as writes. What is more is answered 429, a refresh 503. `0` is no limit.',
  },
  {
    name: 'RATE_LIMIT_STORE',
    fallback: 'memory',
    description:
      'Where tried passwords, codes, sign-ups and sent messages are counted: in the `memory` of the one process, or in the `database`, which several processes on one database share.',
  },
  {
    name: 'BRAND_NAME',
    page: true,
    fallback: 'Andes Transfer',
    description: 'Name of the company, shown in the header.',
  },
  {
    name: 'BRAND_TAGLINE',
    page: true,
    fallback: 'translated',
    description: 'Line under the name. When it is not given the app shows its own, translated.',
  },
  {
    name: 'WHATSAPP_NUMBER',
    page: true,
    fallback: '+56912345678',
    description: 'Number behind the WhatsApp link and QR code, with country code.',
  },
  {
    name: 'MAPS_URL',
    page: true,
    fallback: 'https://www.google.com/maps/search/?api=1&query={query}',
    description:
      'Maps service of the “My location” button. `{query}` is replaced by the coordinates, or by nothing.',
  },
  {
    name: 'RATING_REST_MINUTES',
    page: true,
    fallback: '10',
    description:
      'How long the rating button rests after a rating, so that each trip is rated once: 0 (not at all) to 1440 minutes.',
  },
  {
    name: 'DEFAULT_LANGUAGE',
    page: true,
    fallback: 'es',
    description: 'Language of a device that has not chosen one: `es`, `en`, `fr`, `pt` or `de`.',
  },
  {
    name: 'NIGHT_HOURS',
    page: true,
    fallback: '20-7',
    description:
      'When the screen in the car turns dark by itself: two full hours of the device’s own clock, or `off`. It always follows a device that is set to dark.',
  },
  {
    name: 'SMTP_HOST',
    fallback: '',
    description:
      'Mail server. When it is not given, mails are put into the folder `outbox` of the data folder, where the operator can open them.',
  },
  { name: 'SMTP_PORT', fallback: '587', description: 'Port of the mail server.' },
  { name: 'SMTP_USER', fallback: '', description: 'Account at the mail server.' },
  { name: 'SMTP_PASS', fallback: '', description: 'Password of that account.' },
  { name: 'SMTP_SENDER', fallback: 'no-reply@localhost', description: 'Sender address of our mails.' },
  {
    name: 'BACKUP_HOURS',
    fallback: '24',
    description:
      'How often the server makes a backup by itself, into the folder `backups` of the data folder. `0` is never.',
  },
  {
    name: 'BACKUP_KEEP',
    fallback: '7',
    description: 'How many backups are kept there: the newest ones, at least 1.',
  },
  {
    name: 'MIN_FREE_SPACE',
    fallback: '200',
    description:
      'When less than this many MiB are free on the disk of the data folder, writes are refused until there is space again; reads go on. `0` switches that off.',
  },
  {
    name: 'METRICS_TOKEN',
    fallback: '',
    description:
      'Opens `/metrics` to Prometheus, which sends it as bearer token: at least 16 random characters. Without it there is no such address.',
  },
  {
    name: 'SECURITY_CONTACT',
    fallback: '',
    description:
      'Mail or web address in `/.well-known/security.txt`, for people who have found a weakness. Without it the WhatsApp number.',
  },
  {
    name: 'LOG_LEVEL',
    fallback: 'info',
    description: 'How much is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
] as const satisfies readonly Variable[];

/** The settings that a page needs. */
export const pageVariables: readonly Variable[] = (variables as readonly Variable[]).filter(
  ({ page }) => page,
);

export type Environment = { readonly [Name in (typeof variables)[number]['name']]?: string };

/** Reads the variables of the table from the process. Empty values count as not given. */
export function readEnvironment(): Environment {
  return Object.fromEntries(
    variables.flatMap(({ name }) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
}

/** A variable that `config.toml` names as `env(NAME)`; empty values count as not given. */
export function readVariable(name: string): string | undefined {
  return process.env[name] || undefined;
}
