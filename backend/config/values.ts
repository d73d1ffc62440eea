import { BlockList, isIP } from 'node:net';
import { isLanguage, languages } from '../../shared/languages.ts';
import { OperatorError } from '../util/operator-error.ts';

/** A setting that cannot be used; the message names the variable and says what it must be. */
export class ConfigError extends OperatorError {}

function refuse(name: string, value: string, expected: string): never {
  throw new ConfigError(`${name} is “${value}”; it must be ${expected}.`);
}

export function parsePort(name: string, value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) refuse(name, value, 'a port from 0 to 65535');
  return Number(value);
}

/** An http(s) address, without trailing slashes. */
export function parseUrl(name: string, value: string): string {
  if (!URL.canParse(value) || !/^https?:/.test(value))
    refuse(name, value, 'an address that starts with http:// or https://');
  let end = value.length;
  while (value[end - 1] === '/') end -= 1;
  return value.slice(0, end);
}

export function parseBoolean(name: string, value: string): boolean {
  if (value !== 'true' && value !== 'false') refuse(name, value, 'true or false');
  return value === 'true';
}

export function parseChoice<Choice extends string>(
  name: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  const chosen = choices.find((choice) => choice === value);
  return chosen ?? refuse(name, value, `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`);
}

/** A whole number between `least` and `most`. */
export function parseCount(name: string, value: string, least = 0, most = 999_999): number {
  const number = /^\d{1,6}$/.test(value) ? Number(value) : -1;
  if (number < least || number > most)
    refuse(
      name,
      value,
      most === 999_999 ? `a number, ${least} or more` : `a number from ${least} to ${most}`,
    );
  return number;
}

export function parseLanguage(name: string, value: string): string {
  if (!isLanguage(value)) refuse(name, value, `one of ${languages.join(', ')}`);
  return value;
}

/** Two full hours of the day as `20-7`, or `off`. */
export function parseNightHours(name: string, value: string): string {
  const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(value) ?? [];
  const isNight = Number(from) < 24 && Number(to) < 24 && Number(from) !== Number(to);
  if (value !== 'off' && !isNight) refuse(name, value, 'two different hours such as 20-7, or off');
  return value;
}

/** A telephone number with country code: 8 to 15 digits, with the usual separators. */
export function parseTelephone(name: string, value: string): string {
  const digits = value.replace(/\D/g, '').length;
  if (!/^\+?[\d ().-]+$/.test(value) || digits < 8 || digits > 15)
    refuse(name, value, 'a telephone number with country code such as +56912345678');
  return value;
}

/** A mail address alone: the name beside it is the company's. */
export function parseMailAddress(name: string, value: string): string {
  if (!/^[^\s@<>",;]+@[^\s@<>",;]+$/.test(value))
    refuse(name, value, 'a mail address such as no-reply@example.cl');
  return value;
}

/** The name or address of a computer, without scheme or port. */
export function parseHostName(name: string, value: string): string {
  if (isIP(value) === 0 && !/^[\w.-]+$/.test(value))
    refuse(name, value, 'the name or address of a computer, without http:// and without a port');
  return value;
}

/** Where vulnerabilities are reported: a mail address, with or without `mailto:`, or a web address. */
export function parseContact(name: string, value: string): string {
  if (!/^https?:/.test(value) && value.includes('@'))
    return `mailto:${parseMailAddress(name, value.replace(/^mailto:/, ''))}`;
  return parseUrl(name, value);
}

function splitList(value: string): readonly string[] {
  return value.split(',').flatMap((entry) => entry.trim() || []);
}

/** Web origins, separated by commas, in the form in which browsers send them. */
export function parseOrigins(name: string, value: string): readonly string[] {
  return splitList(value).map((entry) => {
    const url = URL.canParse(entry) ? new URL(entry) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || `${url.origin}/` !== url.href)
      throw new ConfigError(
        `${name} holds “${entry}”; it must be an origin such as https://app.example.cl, without a path.`,
      );
    return url.origin;
  });
}

/** Addresses and networks, separated by commas. */
export function parseNetworks(name: string, value: string): BlockList {
  const list = new BlockList();
  for (const entry of splitList(value)) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const bits = isIP(address) === 6 ? 128 : 32;
    const length = Number(prefix ?? bits);
    if (isIP(address) === 0 || length > bits)
      throw new ConfigError(
        `${name} holds “${entry}”; it must be an address or a network such as 10.0.0.0/8.`,
      );
    list.addSubnet(address, length, bits === 128 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Fewer different characters are no random text, however long it is. */
const minDifferent = 8;

/** A secret that cannot be guessed. The message never repeats the value. */
export function parseSecret(name: string, value: string, minLength: number): string {
  if (value.length < minLength || new Set(value).size < minDifferent)
    throw new ConfigError(
      `${name} is too easy to guess; it must have at least ${minLength} random characters (openssl rand -hex 24 makes some).`,
    );
  return value;
}

/** The role that a key in the form of a JWT stands for; its signature is not looked at. */
function roleOfJwt(key: string): unknown {
  const [, payload = ''] = /^eyJ[\w-]+\.([\w-]+)\.[\w-]+$/.exec(key) ?? [];
  try {
    return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { role?: unknown }).role;
  } catch {
    return undefined;
  }
}

/** `sb_publishable_…`, or the anon key (a JWT) of an earlier installation. The message never repeats the value. */
export function parsePublishableKey(name: string, value: string): string {
  if (!/^sb_publishable_[\w-]{8,200}$/.test(value) && roleOfJwt(value) !== 'anon')
    throw new ConfigError(
      `${name} must be a key that starts with sb_publishable_, or the anon key of an earlier installation.`,
    );
  return value;
}

/** The form only: whether the database answers is found out at the start. The message hides a password. */
export function parseDatabaseUrl(name: string, value: string): string {
  if (!/^postgres(ql)?:\/\/./.test(value))
    throw new ConfigError(
      `${name} is no connection string; it must look like postgres://user:password@host:5432/database.`,
    );
  return value;
}
