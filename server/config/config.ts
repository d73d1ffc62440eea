import { readFile } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { JWK } from 'jose';
import { parse as parseToml } from 'smol-toml';
import * as v from 'valibot';
import { isLanguage } from '../../shared/languages.ts';
import { readVariable, type Environment } from './env.ts';
import { protocolSettings, type ProtocolSettings } from './protocol.ts';
import { loadSecrets } from './secrets.ts';
import { resolveVariables, type VariableLookup } from './variables.ts';

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

const defaultWhatsapp = '+56912345678';

/** A setting that cannot be used; the message names the variable and says what it must be. */
export class ConfigError extends Error {}

const portSchema = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535));

function port(name: string, value: string): number {
  const result = v.safeParse(portSchema, value);
  if (!result.success) throw new ConfigError(`${name} is “${value}”; it must be a port from 0 to 65535.`);
  return result.output;
}

function url(name: string, value: string): string {
  if (!URL.canParse(value) || !/^https?:/.test(value))
    throw new ConfigError(
      `${name} is “${value}”; it must be an address that starts with http:// or https://.`,
    );
  let end = value.length;
  while (value[end - 1] === '/') end -= 1;
  return value.slice(0, end);
}

function truth(name: string, value: string): boolean {
  if (value !== 'true' && value !== 'false')
    throw new ConfigError(`${name} is “${value}”; it must be true or false.`);
  return value === 'true';
}

function restMinutes(value: string): number {
  if (!/^\d{1,4}$/.test(value) || Number(value) > 1440)
    throw new ConfigError(`RATING_REST_MINUTES is “${value}”; it must be a number from 0 to 1440.`);
  return Number(value);
}

function count(name: string, value: string): number {
  if (!/^\d{1,6}$/.test(value))
    throw new ConfigError(`${name} is “${value}”; it must be a number, 0 or more.`);
  return Number(value);
}

function approval(value: string): Config['driverApproval'] {
  if (value !== 'automatic' && value !== 'manual')
    throw new ConfigError(`DRIVER_APPROVAL is “${value}”; it must be automatic or manual.`);
  return value;
}

function rateLimitStore(value: string): Config['rateLimitStore'] {
  if (value !== 'memory' && value !== 'database')
    throw new ConfigError(`RATE_LIMIT_STORE is “${value}”; it must be memory or database.`);
  return value;
}

function retentionDays(value: string): number {
  const days = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (days < 30 || days > 3650)
    throw new ConfigError(`AUDIT_RETENTION_DAYS is “${value}”; it must be a number from 30 to 3650.`);
  return days;
}

function language(value: string): string {
  if (!isLanguage(value))
    throw new ConfigError(`DEFAULT_LANGUAGE is “${value}”; it must be one of es, en, fr, pt, de.`);
  return value;
}

function nightHours(value: string): string {
  const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(value) ?? [];
  if (value !== 'off' && !(from && to && Number(from) < 24 && Number(to) < 24))
    throw new ConfigError(`NIGHT_HOURS is “${value}”; it must be two hours such as 20-7, or off.`);
  return value;
}

/** Where vulnerabilities are reported: the operator's address, else the company's own WhatsApp. */
function securityContact({ SECURITY_CONTACT, WHATSAPP_NUMBER }: Environment): string {
  if (SECURITY_CONTACT?.includes('@')) return `mailto:${SECURITY_CONTACT.replace(/^mailto:/, '')}`;
  if (SECURITY_CONTACT) return url('SECURITY_CONTACT', SECURITY_CONTACT);
  return `https://wa.me/${(WHATSAPP_NUMBER ?? defaultWhatsapp).replace(/\D/g, '')}`;
}

function splitList(value: string): readonly string[] {
  return value.split(',').flatMap((entry) => entry.trim() || []);
}

function proxies(value: string): BlockList {
  const list = new BlockList();
  for (const entry of splitList(value)) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const bits = isIP(address) === 6 ? 128 : 32;
    const length = Number(prefix ?? bits);
    if (isIP(address) === 0 || length > bits)
      throw new ConfigError(
        `TRUSTED_PROXIES holds “${entry}”; it must be an address or a network such as 10.0.0.0/8.`,
      );
    list.addSubnet(address, length, bits === 128 ? 'ipv6' : 'ipv4');
  }
  return list;
}

async function readToml(supabaseDir: string, variable: VariableLookup): Promise<ProtocolSettings> {
  const text = await readFile(join(supabaseDir, 'config.toml'), 'utf8').catch(() => '');
  try {
    return protocolSettings(resolveVariables(parseToml(text), variable));
  } catch (error) {
    throw new ConfigError(`${join(supabaseDir, 'config.toml')} cannot be used: ${(error as Error).message}`);
  }
}

async function readSigningKeys(path: string): Promise<readonly JWK[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new ConfigError(`SUPABASE_SIGNING_KEYS names “${path}”, which cannot be read.`);
  });
  const parsed: unknown = JSON.parse(text);
  const keys = Array.isArray(parsed) ? parsed : (parsed as { keys?: unknown }).keys;
  if (
    !Array.isArray(keys) ||
    keys.length === 0 ||
    keys.some((key: JWK) => key.kty !== 'EC' || !key.d || !key.kid)
  )
    throw new ConfigError(`${path} must be a JWKS of private ES256 keys, each with a “kid”.`);
  return keys as JWK[];
}

function smtp(environment: Environment): Smtp | undefined {
  if (!environment.SMTP_HOST) return undefined;
  return {
    host: environment.SMTP_HOST,
    port: port('SMTP_PORT', environment.SMTP_PORT ?? '587'),
    user: environment.SMTP_USER ?? '',
    pass: environment.SMTP_PASS ?? '',
    sender: environment.SMTP_SENDER ?? 'no-reply@localhost',
  };
}

/** Where this machine reaches the server: an address that listens everywhere is reached on the machine itself. */
export function localAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${isIP(reached) === 6 ? `[${reached}]` : reached}:${port}`;
}

/** Where the installation is; nothing is read or written. */
export function findInstallation(environment: Environment): Installation {
  return {
    dataDir: resolve(environment.DATA_DIR ?? './data'),
    supabaseDir: resolve(environment.SUPABASE_DIR ?? './supabase'),
    databaseUrl: environment.DATABASE_URL,
  };
}

/**
 * Turns the environment, `config.toml` and the data folder's secrets into the configuration.
 * @param variable looks up what `config.toml` names as `env(NAME)`
 * @throws ConfigError with a sentence for the operator when a value cannot be used.
 */
export async function loadConfig(
  environment: Environment,
  variable: VariableLookup = readVariable,
): Promise<Config> {
  const installation = findInstallation(environment);
  const secrets = await loadSecrets(installation.dataDir);
  const host = environment.HOST ?? '127.0.0.1';
  const listenPort = port('PORT', environment.PORT ?? '8000');
  const publicHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return {
    host,
    port: listenPort,
    ...installation,
    publicUrl: url('PUBLIC_URL', environment.PUBLIC_URL ?? `http://${publicHost}:${listenPort}`),
    logLevel: environment.LOG_LEVEL ?? 'info',
    allowedOrigins: splitList(environment.ALLOWED_ORIGINS ?? ''),
    trustedProxies: proxies(environment.TRUSTED_PROXIES ?? ''),
    keys: {
      publishable: environment.SUPABASE_PUBLISHABLE_KEY ?? secrets.publishableKey,
      secret: environment.SUPABASE_SECRET_KEY ?? secrets.secretKey,
      signing: environment.SUPABASE_SIGNING_KEYS
        ? await readSigningKeys(environment.SUPABASE_SIGNING_KEYS)
        : secrets.signingKeys,
      legacyJwtSecret: environment.SUPABASE_JWT_SECRET,
    },
    reviewsPerHour: count('REVIEWS_PER_HOUR', environment.REVIEWS_PER_HOUR || '10'),
    requestsPerSecond: count('REQUESTS_PER_SECOND', environment.REQUESTS_PER_SECOND ?? '200'),
    rateLimitStore: rateLimitStore(environment.RATE_LIMIT_STORE ?? 'memory'),
    driverApproval: approval(environment.DRIVER_APPROVAL ?? 'automatic'),
    auditRetentionDays: retentionDays(environment.AUDIT_RETENTION_DAYS ?? '365'),
    backupHours: count('BACKUP_HOURS', environment.BACKUP_HOURS ?? '24'),
    backupKeep: Math.max(1, count('BACKUP_KEEP', environment.BACKUP_KEEP ?? '7')),
    minFreeSpace: count('MIN_FREE_SPACE', environment.MIN_FREE_SPACE ?? '200') * 1024 * 1024,
    metricsToken: environment.METRICS_TOKEN,
    securityContact: securityContact(environment),
    requireAdminMfa: truth('REQUIRE_ADMIN_MFA', environment.REQUIRE_ADMIN_MFA ?? 'false'),
    page: {
      brandName: environment.BRAND_NAME ?? 'Andes Transfer',
      brandTagline: environment.BRAND_TAGLINE ?? '',
      whatsappNumber: environment.WHATSAPP_NUMBER ?? defaultWhatsapp,
      mapsUrl: environment.MAPS_URL ?? 'https://www.google.com/maps/search/?api=1&query={query}',
      ratingRestMinutes: restMinutes(environment.RATING_REST_MINUTES ?? '10'),
      defaultLanguage: language(environment.DEFAULT_LANGUAGE ?? 'es'),
      nightHours: nightHours(environment.NIGHT_HOURS ?? '20-7'),
    },
    smtp: smtp(environment),
    protocol: await readToml(installation.supabaseDir, variable),
  };
}
