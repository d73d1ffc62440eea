import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { createSecureContext, getCACertificates, type ConnectionOptions } from 'node:tls';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { OperatorError } from '../util/operator-error.ts';

/** A connection string, read. */
export interface DatabaseAddress {
  readonly access: pg.ClientConfig;
  /** A sentence about what the address leaves open to the network. */
  readonly warning: string | undefined;
}

const modes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type Mode = (typeof modes)[number];

/** Other spellings: `ssl` of JDBC and node-postgres, and node-postgres's mode that verifies nothing. */
const spellings: Readonly<Record<string, Mode>> = {
  true: 'verify-full',
  '1': 'verify-full',
  false: 'disable',
  '0': 'disable',
  'no-verify': 'require',
};

const tlsParameters = ['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat'] as const;
type TlsParameters = Readonly<Partial<Record<(typeof tlsParameters)[number], string>>>;

export function unusable(setting: string, reason: string): OperatorError {
  return new OperatorError(`${setting} cannot be used: ${reason}${/[.?]$/.test(reason) ? '' : '.'}`);
}

/** Takes the parameters of TLS out of a connection string: pg reads them in its own way. */
function splitAddress(text: string): { readonly rest: string; readonly tls: TlsParameters } {
  const [base = '', ...queries] = text.split('?');
  // libpq decodes %20 alone: a plus is one.
  const parameters = new URLSearchParams(queries.join('?').replaceAll('+', '%2B'));
  const tls: Record<string, string> = {};
  for (const name of tlsParameters) {
    const value = parameters.get(name);
    if (value) tls[name] = value;
    parameters.delete(name);
  }
  return { rest: parameters.size > 0 ? `${base}?${parameters.toString()}` : base, tls };
}

function parseRest(setting: string, rest: string): pg.ClientConfig & { readonly host: string } {
  try {
    const access = parseIntoClientConfig(rest) as pg.ClientConfig;
    // pg knows where it connects when the address names no host.
    return { ...access, host: new pg.Client(access).host };
  } catch {
    // The parser's own message would repeat the password.
    throw unusable(
      setting,
      'it is not in the form postgres://user:password@host:5432/database. Characters such as / and @ in the password are written as %2F and %40',
    );
  }
}

function isSocket(host: string): boolean {
  return host.startsWith('/');
}

/** Whether connections to a host stay on this machine. */
function isLocal(host: string): boolean {
  return (
    isSocket(host) || host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  );
}

function modeOf(setting: string, { sslmode, ssl, sslrootcert }: TlsParameters, host: string): Mode {
  const asked = sslmode ?? ssl;
  if (asked === undefined) return isLocal(host) && sslrootcert === undefined ? 'disable' : 'verify-full';
  const mode = modes.find((each) => each === asked) ?? spellings[asked];
  if (mode === undefined)
    throw unusable(
      setting,
      `its ${sslmode === undefined ? 'ssl' : 'sslmode'} is “${asked}”; write sslmode=verify-full, verify-ca, require or disable`,
    );
  if (mode === 'verify-ca' && sslrootcert === undefined)
    throw unusable(setting, 'sslmode=verify-ca needs sslrootcert=, the file of the authority’s certificate');
  if (mode !== 'verify-full' && sslrootcert === 'system')
    throw unusable(setting, 'sslrootcert=system goes with sslmode=verify-full alone');
  return mode;
}

function readPem(setting: string, parameter: keyof TlsParameters, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw unusable(setting, `its ${parameter} names “${path}”, which cannot be read (${code})`);
  }
  if (!text.includes('-----BEGIN '))
    throw unusable(setting, `its ${parameter} names “${path}”, which holds no certificate or key in PEM`);
  return text;
}

/** One context for all connections of an address: the certificates are read once. */
function secureContext(setting: string, tls: TlsParameters) {
  const read = (parameter: 'sslrootcert' | 'sslcert' | 'sslkey'): string | undefined =>
    tls[parameter] === undefined ? undefined : readPem(setting, parameter, tls[parameter]);
  const authorities = tls.sslrootcert === 'system' ? getCACertificates('system') : read('sslrootcert');
  const [cert, key] = [read('sslcert'), read('sslkey')];
  try {
    return createSecureContext({
      ...(authorities && { ca: authorities }),
      ...(cert && { cert }),
      ...(key && { key }),
    });
  } catch (error) {
    throw unusable(setting, `its certificates cannot be read: ${(error as Error).message}`);
  }
}

function tlsOptions(setting: string, mode: Mode, tls: TlsParameters): ConnectionOptions | false {
  if (mode === 'disable') return false;
  const context = { secureContext: secureContext(setting, tls) };
  if (mode === 'verify-full') return context;
  // As libpq: `require` with an authority's certificate verifies the chain.
  if (tls.sslrootcert !== undefined) return { ...context, checkServerIdentity: () => undefined };
  return { ...context, rejectUnauthorized: false };
}

function warningOf(setting: string, mode: Mode, { sslrootcert }: TlsParameters, host: string) {
  if (isLocal(host)) return undefined;
  if (mode === 'disable')
    return `${setting}: passwords and rows go to ${host} unencrypted, because its address says sslmode=disable`;
  if (mode === 'require' && sslrootcert === undefined)
    return `${setting}: connections to ${host} are encrypted, but sslmode=require does not check who responds there. Name the authority's certificate: sslrootcert=/path/of/the/file`;
  return undefined;
}

/**
 * Reads a connection string as libpq does (https://www.postgresql.org/docs/current/libpq-ssl.html), but for two things:
 * without `sslmode`, a host other than this machine needs TLS with a certificate of a known authority for its name
 * (`verify-full`); and `allow` and `prefer`, which may go on unencrypted, are refused.
 * @param setting that holds it, for messages
 * @throws OperatorError
 */
export function readAddress(setting: string, text: string): DatabaseAddress {
  const { rest, tls } = splitAddress(text);
  const access = parseRest(setting, rest);
  const { host } = access;
  const mode = modeOf(setting, tls, host);
  return {
    access: { ...access, ssl: isSocket(host) ? false : tlsOptions(setting, mode, tls) },
    warning: warningOf(setting, mode, tls, host),
  };
}
