import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { JWK } from 'jose';
import { ConfigError } from './parsers.ts';

/** The algorithms that access tokens may be signed with, as in hosted projects. */
export type SigningAlgorithm = 'ES256' | 'RS256';

/** The algorithm of a private key; undefined for one that cannot sign access tokens. */
export function signingAlgorithm(jwk: JWK): SigningAlgorithm | undefined {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey({
      key: jwk as Record<string, string>,
      format: 'jwk',
    });
    if (asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1') return 'ES256';
    if (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048) return 'RS256';
  } catch {
    // Not a private key.
  }
  return undefined;
}

/** Whether these are private keys to sign with, each under a `kid` of its own. */
export function areSigningKeys(keys: unknown): keys is readonly JWK[] {
  if (!Array.isArray(keys) || keys.length === 0) return false;
  const ids = new Set<unknown>();
  return keys.every((key: unknown) => {
    if (typeof key !== 'object' || key === null) return false;
    const jwk: JWK = key;
    const isNew = typeof jwk.kid === 'string' && jwk.kid !== '' && !ids.has(jwk.kid);
    ids.add(jwk.kid);
    return isNew && signingAlgorithm(jwk) !== undefined;
  });
}

/** The value of JSON text; undefined when it is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readKeyFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new ConfigError(`${name} names “${path}”, which cannot be read.`);
  }
}

/** @param holder names the setting, and the file if there is one */
function checkedKeys(holder: string, parsed: unknown): readonly JWK[] {
  const keys = Array.isArray(parsed) ? parsed : (parsed as { keys?: unknown } | null | undefined)?.keys;
  if (areSigningKeys(keys)) return keys;
  throw new ConfigError(
    `${holder} must hold a JWKS of private ES256 or RS256 keys, each with a “kid” of its own.`,
  );
}

/** Reads a file with a JWKS, or with a list of keys as the Supabase CLI writes it. @throws ConfigError */
export function readSigningKeys(name: string, path: string): readonly JWK[] {
  return checkedKeys(`${name} names “${path}”; it`, tryParseJson(readKeyFile(name, path)));
}

/**
 * Parses a JWKS, or a list of keys as the Supabase CLI writes it: the JSON itself, or the path of a file that holds it. The
 * error message repeats a path, never a key.
 * @throws ConfigError
 */
export function parseSigningKeys(name: string, value: string): readonly JWK[] {
  const isJson = /^\s*[[{]/.test(value);
  return isJson ? checkedKeys(name, tryParseJson(value)) : readSigningKeys(name, value);
}
