import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { createFile } from './create-file.ts';

/** What is generated once per installation when the environment does not give it. */
export interface Secrets {
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly signingKeys: readonly JWK[];
}

const fileName = 'secrets.json';

async function generate(): Promise<Secrets> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return {
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    signingKeys: [{ ...jwk, kid: randomBytes(8).toString('hex'), alg: 'ES256', use: 'sig' }],
  };
}

/**
 * The secrets of the data folder. At the first start they are generated into `secrets.json` (mode 600);
 * of two servers that start at the same moment the first to create the file decides.
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, fileName);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const existing = await readFile(path, 'utf8').catch(() => undefined);
  if (existing) return JSON.parse(existing) as Secrets;
  const secrets = await generate();
  try {
    await createFile(path, `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
    return secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return JSON.parse(await readFile(path, 'utf8')) as Secrets;
  }
}
