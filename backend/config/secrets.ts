import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { makeDataFolder } from './data-folder.ts';
import { areSigningKeys, tryParseJson } from './signing-keys.ts';
import { ConfigError } from './parsers.ts';
import { createFile, replaceFile } from '../disk/atomic-file.ts';

/** Keys that the first start generates, for those that the environment does not give. */
export interface Secrets {
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly signingKeys: readonly JWK[];
}

const fileMode = 0o600;

/** Makes new keys. */
export async function generateSecrets(): Promise<Secrets> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return {
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    signingKeys: [{ ...jwk, kid: randomBytes(8).toString('hex'), alg: 'ES256', use: 'sig' }],
  };
}

function render(secrets: Secrets): string {
  return `${JSON.stringify(secrets, null, 2)}\n`;
}

/** An operator takes a key out by removing or by emptying it. */
function isAbsent(value: unknown): boolean {
  return value == null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Generates and saves the keys that the file lacks. @throws ConfigError when a key that is there cannot be used */
async function complete(path: string, text: string): Promise<Secrets> {
  const known = tryParseJson(text);
  if (typeof known !== 'object' || known === null)
    throw new ConfigError(
      `${path} is damaged: it is not JSON. Restore it from a backup; or delete it, and everybody has to sign in again.`,
    );
  const present = Object.fromEntries(Object.entries(known).filter(([, value]) => !isAbsent(value)));
  const secrets = { ...(await generateSecrets()), ...present };
  for (const name of ['publishableKey', 'secretKey'] as const)
    if (typeof secrets[name] !== 'string')
      throw new ConfigError(`${name} in ${path} must be text. Take it out, and a new one is generated.`);
  if (!areSigningKeys(secrets.signingKeys))
    throw new ConfigError(
      `signingKeys in ${path} must be a list of private ES256 or RS256 keys (JWK), each with a “kid” of its own.`,
    );
  const isComplete = Object.keys(secrets).every((name) => name in present);
  if (!isComplete) await replaceFile(path, render(secrets), fileMode);
  return secrets;
}

function secretsPath(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

/** Whether a server has started on the data folder before. */
export function hasSecrets(dataDir: string): boolean {
  return existsSync(secretsPath(dataDir));
}

/**
 * The secrets of the data folder. At the first start they are generated into `secrets.json` (mode 600);
 * of two servers that start at the same moment the first to create the file decides. A key that is missing in the file
 * is generated and saved, which is how an operator replaces it.
 * @throws ConfigError when the folder or the file cannot be used
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = secretsPath(dataDir);
  await makeDataFolder(dataDir);
  const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new ConfigError(`${path} cannot be read (${error.code}). Make it readable for this account.`);
  });
  if (existing !== undefined) return complete(path, existing);
  const secrets = await generateSecrets();
  try {
    await createFile(path, render(secrets), fileMode);
    return secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return complete(path, await readFile(path, 'utf8'));
  }
}
