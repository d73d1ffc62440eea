import { BlockList, isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { OperatorError } from '../util/operator-error.ts';
import { TrustedProxies } from '../http/trusted-proxies.ts';

/** Thrown for a setting that cannot be used. The message names the variable and says what it must be. */
export class ConfigError extends OperatorError {}

export function refuse(name: string, value: string, expected: string): never {
  throw new ConfigError(`${name} is “${value}”; it must be ${expected}.`);
}

export function parseText(_name: string, value: string): string {
  return value;
}

/** Makes the parser of a text of at most so many characters. */
export function textUpTo(maxLength: number) {
  return (name: string, value: string): string => {
    if (value.length > maxLength)
      throw new ConfigError(`${name} has ${value.length} characters; it must have ${maxLength} at most.`);
    return value;
  };
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

/** An http(s) address of a whole site: pages and API have paths of their own. */
export function parseSiteUrl(name: string, value: string): string {
  const url = parseUrl(name, value);
  const { pathname, search, hash } = new URL(url);
  if (pathname + search + hash !== '/')
    refuse(name, value, 'an address without a path, such as https://app.example.cl');
  return url;
}

export function parseBoolean(name: string, value: string): boolean {
  if (value !== 'true' && value !== 'false') refuse(name, value, 'true or false');
  return value === 'true';
}

/** Makes the parser of a setting that has these choices. */
export function choiceOf<const Choice extends string>(...choices: readonly Choice[]) {
  return (name: string, value: string): Choice =>
    choices.find((choice) => choice === value) ??
    refuse(name, value, `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`);
}

/** Makes the parser of a whole number between `least` and `most`. */
export function countFrom(least: number, most = 999_999) {
  const expected = `a whole number from ${least} to ${most}`;
  return (name: string, value: string): number => {
    const number = /^\d{1,6}$/.test(value) ? Number(value) : -1;
    return number < least || number > most ? refuse(name, value, expected) : number;
  };
}

/** A number of processes; `auto` is one for each core. */
export function parseWorkers(name: string, value: string): number {
  if (value === 'auto') return availableParallelism();
  return /^\d{1,2}$/.test(value) && Number(value) > 0
    ? Number(value)
    : refuse(name, value, 'a whole number from 1 to 99, or auto');
}

/** A number of MiB, as bytes. */
export function parseMebibytes(name: string, value: string): number {
  return countFrom(0)(name, value) * 1024 * 1024;
}

/** A bare mail address: the sender's display name comes from elsewhere. */
export function parseMailAddress(name: string, value: string): string {
  if (!/^[^\s@<>",;]+@[^\s@<>",;]+$/.test(value))
    refuse(name, value, 'a mail address such as no-reply@example.cl');
  return value;
}

export function parseS3Bucket(name: string, value: string): string {
  if (!/^[a-zA-Z0-9][\w.-]{1,62}$/.test(value))
    refuse(name, value, 'the name of a bucket: 2 to 63 letters, digits, dots, hyphens or underscores');
  return value;
}

export function parseS3Region(name: string, value: string): string {
  if (!/^[\w-]{1,63}$/.test(value)) refuse(name, value, 'the name of a region such as us-east-1');
  return value;
}

/** Parts of a path, as the text before an object's name: with a slash at the end, unless it is empty. */
export function parseS3Prefix(name: string, value: string): string {
  const prefix = value.replace(/^\/|\/$/g, '');
  if (prefix !== '' && !/^[\w-]+(\/[\w-]+)*$/.test(prefix))
    refuse(name, value, 'letters, digits, hyphens and underscores, such as north or north/one');
  return prefix && `${prefix}/`;
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
  if (!/^https?:\/\//.test(value))
    refuse(
      name,
      value,
      'a mail address such as security@example.cl, or an address that starts with https://',
    );
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

/** Labels of letters, digits and hyphens; the last one is no number, which would be part of an address. */
const hostName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Addresses, networks and host names of proxies, separated by commas. */
export function parseProxies(name: string, value: string): TrustedProxies {
  const list = new BlockList();
  const names: string[] = [];
  for (const entry of splitList(value)) {
    if (hostName.test(entry)) {
      names.push(entry);
      continue;
    }
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const bits = isIP(address) === 6 ? 128 : 32;
    const length = Number(prefix ?? bits);
    if (isIP(address) === 0 || length > bits)
      throw new ConfigError(
        `${name} holds “${entry}”; it must be an address, a network such as 10.0.0.0/29, or a host name.`,
      );
    list.addSubnet(address, length, bits === 128 ? 'ipv6' : 'ipv4');
  }
  return new TrustedProxies(list, names);
}

/** A text with fewer different characters is not random, however long it is. */
const minDifferent = 8;

/** Makes the parser of a secret that cannot be guessed. Its error message never repeats the value. */
export function secretOf(minLength: number) {
  return (name: string, value: string): string => {
    if (value.length < minLength || new Set(value).size < minDifferent)
      throw new ConfigError(
        `${name} is too easy to guess; it must have at least ${minLength} random characters (openssl rand -hex 24 makes some).`,
      );
    return value;
  };
}

/** Reads the role from a key in the form of a JWT, without verifying its signature. */
function roleOfJwt(key: string): unknown {
  const [, payload = ''] = /^eyJ[\w-]+\.([\w-]+)\.[\w-]+$/.exec(key) ?? [];
  try {
    return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { role?: unknown }).role;
  } catch {
    return undefined;
  }
}

/** `sb_publishable_…`, or the anon key (a JWT) of an earlier installation. Its error message never repeats the value. */
export function parsePublishableKey(name: string, value: string): string {
  if (!/^sb_publishable_[\w-]{8,200}$/.test(value) && roleOfJwt(value) !== 'anon')
    throw new ConfigError(
      `${name} must be a key that starts with sb_publishable_, or the anon key of an earlier installation.`,
    );
  return value;
}

/** Checks the form only: the start connects. The message does not repeat the value, which may hold a password. */
export function parseDatabaseUrl(name: string, value: string): string {
  if (!/^postgres(ql)?:\/\/./.test(value))
    throw new ConfigError(
      `${name} is no connection string; it must look like postgres://user:password@host:5432/database.`,
    );
  return value;
}
