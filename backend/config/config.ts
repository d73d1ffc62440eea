import { readFile } from 'node:fs/promises';
import { isIP, type BlockList } from 'node:net';
import { join, resolve } from 'node:path';
import type { JWK } from 'jose';
import { parse as parseToml } from 'smol-toml';
import { readVariable, type Environment } from './env.ts';
import { checkProjectFolder } from './project-folder.ts';
import { protocolWarnings } from './protocol-warnings.ts';
import { protocolSettings, type ProtocolSettings } from './protocol.ts';
import { loadSecrets } from './secrets.ts';
import { readSigningKeys } from './signing-keys.ts';
import * as parse from './parsers.ts';
import { resolveVariables, type VariableLookup } from './variables.ts';

export { ConfigError } from './parsers.ts';

/** Where an installation keeps what it has. */
export interface Installation {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly supabaseDir: string;
}

export interface Config extends Installation {
  readonly host: string;
  readonly port: number;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly logLevel: string;
  /** Origins, besides the app's own, that browsers may call the API from. */
  readonly allowedOrigins: readonly string[];
  /** Reverse proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: BlockList;
  readonly keys: Keys;
  /** Administrators have their rights only in sessions proved with a second factor. */
  readonly requireAdminMfa: boolean;
  /** Ratings that one driver can get within an hour; 0 is no limit. */
  readonly reviewsPerHour: number;
  /** Requests that one network may send each second on average; 0 is no limit. */
  readonly requestsPerSecond: number;
  /** Where tried passwords and codes are counted. */
  readonly rateLimitStore: 'memory' | 'database';
  /** Whether who registers as a driver has to be approved by an administrator. */
  readonly driverApproval: 'automatic' | 'manual';
  /** After how many days entries of the audit log are deleted. */
  readonly auditRetentionDays: number;
  /** How often the server makes a backup by itself, in hours; 0 is never. */
  readonly backupHours: number;
  /** How many of its own backups it keeps. */
  readonly backupKeep: number;
  /** Below this much free space writes are refused, in bytes. */
  readonly minFreeSpace: number;
  /** Opens `/metrics`; undefined: there is none. */
  readonly metricsToken: string | undefined;
  /** A `mailto:` or `https:` address for reports of weaknesses. */
  readonly securityContact: string;
  readonly page: PageSettings;
  readonly smtp: Smtp | undefined;
  readonly protocol: ProtocolSettings;
  /** What `config.toml` asks for and the server does not do, as sentences for the operator. */
  readonly warnings: readonly string[];
}

export interface Keys {
  readonly publishable: string;
  readonly secret: string;
  /** Private JWKs. The first signs, all verify. */
  readonly signing: readonly JWK[];
  readonly legacyJwtSecret: string | undefined;
}

/** What the page learns from `<meta>` tags; the names of the tags are these keys in kebab case. */
export interface PageSettings {
  readonly brandName: string;
  readonly brandTagline: string;
  readonly whatsappNumber: string;
  readonly mapsUrl: string;
  readonly ratingRestMinutes: number;
  readonly defaultLanguage: string;
  /** As `20-7`: from 20:00 to 7:00; or `off`. */
  readonly nightHours: string;
}

export interface Smtp {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly pass: string;
  readonly sender: string;
}

/** Shortest secrets that the environment may give, in characters. */
const minLength = { secretKey: 32, jwtSecret: 32, metricsToken: 16 } as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const stores = ['memory', 'database'] as const;
const approvals = ['automatic', 'manual'] as const;

async function readToml(
  supabaseDir: string,
  variable: VariableLookup,
): Promise<Pick<Config, 'protocol' | 'warnings'>> {
  const text = await readFile(join(supabaseDir, 'config.toml'), 'utf8').catch(() => '');
  try {
    const parsed = resolveVariables(parseToml(text), variable);
    const protocol = protocolSettings(parsed);
    return { protocol, warnings: protocolWarnings(parsed, protocol) };
  } catch (error) {
    throw new parse.ConfigError(
      `${join(supabaseDir, 'config.toml')} cannot be used: ${(error as Error).message}`,
    );
  }
}

function smtp(environment: Environment): Smtp | undefined {
  const port = parse.parsePort('SMTP_PORT', environment.SMTP_PORT ?? '587');
  const sender = parse.parseMailAddress('SMTP_SENDER', environment.SMTP_SENDER ?? 'no-reply@localhost');
  if (!environment.SMTP_HOST) return undefined;
  return {
    host: parse.parseHostName('SMTP_HOST', environment.SMTP_HOST),
    port,
    user: environment.SMTP_USER ?? '',
    pass: environment.SMTP_PASS ?? '',
    sender,
  };
}

/** The operator's address for reports, else the company's own WhatsApp. */
function securityContact({ SECURITY_CONTACT }: Environment, whatsappNumber: string): string {
  if (SECURITY_CONTACT) return parse.parseContact('SECURITY_CONTACT', SECURITY_CONTACT);
  return `https://wa.me/${whatsappNumber.replace(/\D/g, '')}`;
}

/**
 * What the operator sets of the page.
 * @throws ConfigError
 */
export function pageSettings(environment: Environment): PageSettings {
  return {
    brandName: environment.BRAND_NAME ?? 'Andes Transfer',
    brandTagline: environment.BRAND_TAGLINE ?? '',
    whatsappNumber: parse.parseTelephone('WHATSAPP_NUMBER', environment.WHATSAPP_NUMBER ?? '+56912345678'),
    mapsUrl: parse.parseUrl(
      'MAPS_URL',
      environment.MAPS_URL ?? 'https://www.google.com/maps/search/?api=1&query={query}',
    ),
    ratingRestMinutes: parse.parseCount(
      'RATING_REST_MINUTES',
      environment.RATING_REST_MINUTES ?? '10',
      0,
      1440,
    ),
    defaultLanguage: parse.parseLanguage('DEFAULT_LANGUAGE', environment.DEFAULT_LANGUAGE ?? 'es'),
    nightHours: parse.parseNightHours('NIGHT_HOURS', environment.NIGHT_HOURS ?? '20-7'),
  };
}

/** The keys of the environment, each checked; those it does not give come from the data folder. */
async function readKeys(environment: Environment, dataDir: string): Promise<Keys> {
  const {
    SUPABASE_PUBLISHABLE_KEY: publishable,
    SUPABASE_SECRET_KEY: secret,
    SUPABASE_JWT_SECRET: jwtSecret,
    SUPABASE_SIGNING_KEYS: signingKeys,
  } = environment;
  const given = {
    ...(publishable && {
      publishable: parse.parsePublishableKey('SUPABASE_PUBLISHABLE_KEY', publishable),
    }),
    ...(secret && { secret: parse.parseSecret('SUPABASE_SECRET_KEY', secret, minLength.secretKey) }),
    ...(signingKeys && { signing: await readSigningKeys(signingKeys) }),
  };
  const legacyJwtSecret =
    jwtSecret && parse.parseSecret('SUPABASE_JWT_SECRET', jwtSecret, minLength.jwtSecret);
  const { publishableKey, secretKey, signingKeys: signing } = await loadSecrets(dataDir);
  return {
    publishable: publishableKey,
    secret: secretKey,
    signing,
    ...given,
    legacyJwtSecret: legacyJwtSecret || undefined,
  };
}

/** Where this machine reaches the server: an address that listens everywhere is reached on the machine itself. */
export function localAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${isIP(reached) === 6 ? `[${reached}]` : reached}:${port}`;
}

/**
 * Where the installation is; nothing is read or written.
 * @throws ConfigError
 */
export function findInstallation(environment: Environment): Installation {
  return {
    dataDir: resolve(environment.DATA_DIR ?? './data'),
    supabaseDir: resolve(environment.SUPABASE_DIR ?? './supabase'),
    databaseUrl: environment.DATABASE_URL && parse.parseDatabaseUrl('DATABASE_URL', environment.DATABASE_URL),
  };
}

/**
 * Turns the environment, `config.toml` and the data folder's secrets into the configuration.
 * @param variable looks up what `config.toml` names as `env(NAME)`
 * @throws ConfigError, ProjectFolderError with a sentence for the operator when a value cannot be used.
 */
export async function loadConfig(
  environment: Environment,
  variable: VariableLookup = readVariable,
): Promise<Config> {
  const installation = findInstallation(environment);
  await checkProjectFolder(installation.supabaseDir);
  const host = parse.parseHostName('HOST', environment.HOST ?? '127.0.0.1');
  const port = parse.parsePort('PORT', environment.PORT ?? '8000');
  const publicHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const page = pageSettings(environment);
  const count = (name: 'REVIEWS_PER_HOUR' | 'REQUESTS_PER_SECOND' | 'BACKUP_HOURS', fallback: string) =>
    parse.parseCount(name, environment[name] || fallback);
  const settings = {
    host,
    port,
    ...installation,
    publicUrl: parse.parseUrl('PUBLIC_URL', environment.PUBLIC_URL ?? `http://${publicHost}:${port}`),
    logLevel: parse.parseChoice('LOG_LEVEL', environment.LOG_LEVEL ?? 'info', logLevels),
    allowedOrigins: parse.parseOrigins('ALLOWED_ORIGINS', environment.ALLOWED_ORIGINS ?? ''),
    trustedProxies: parse.parseNetworks('TRUSTED_PROXIES', environment.TRUSTED_PROXIES ?? ''),
    reviewsPerHour: count('REVIEWS_PER_HOUR', '10'),
    requestsPerSecond: count('REQUESTS_PER_SECOND', '200'),
    rateLimitStore: parse.parseChoice('RATE_LIMIT_STORE', environment.RATE_LIMIT_STORE ?? 'memory', stores),
    driverApproval: parse.parseChoice(
      'DRIVER_APPROVAL',
      environment.DRIVER_APPROVAL ?? 'automatic',
      approvals,
    ),
    auditRetentionDays: parse.parseCount(
      'AUDIT_RETENTION_DAYS',
      environment.AUDIT_RETENTION_DAYS ?? '365',
      30,
      3650,
    ),
    backupHours: count('BACKUP_HOURS', '24'),
    backupKeep: parse.parseCount('BACKUP_KEEP', environment.BACKUP_KEEP ?? '7', 1),
    minFreeSpace: parse.parseCount('MIN_FREE_SPACE', environment.MIN_FREE_SPACE ?? '200') * 1024 * 1024,
    metricsToken:
      environment.METRICS_TOKEN &&
      parse.parseSecret('METRICS_TOKEN', environment.METRICS_TOKEN, minLength.metricsToken),
    securityContact: securityContact(environment, page.whatsappNumber),
    requireAdminMfa: parse.parseBoolean('REQUIRE_ADMIN_MFA', environment.REQUIRE_ADMIN_MFA ?? 'false'),
    page,
    smtp: smtp(environment),
    ...(await readToml(installation.supabaseDir, variable)),
  };
  // Last, since it makes the data folder: a mistyped setting leaves nothing behind.
  return { ...settings, keys: await readKeys(environment, installation.dataDir) };
}
