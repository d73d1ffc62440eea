import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clubFolder } from '../testing/club.ts';
import { loadConfig } from './config.ts';
import { readVariable } from './env.ts';
import { generateSecrets } from './secrets.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

test('every secret may stand in a file, with a line break at its end', async () => {
  const { publishableKey, secretKey, signingKeys } = await generateSecrets();
  const config = await loadConfig({
    SUPABASE_DIR: clubFolder,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL_FILE: await write('database', 'postgres://me:secret@host/mine\n'),
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY_FILE: await write('key', `${secretKey}\r\n`),
    SUPABASE_SIGNING_KEYS_FILE: await write('signing', JSON.stringify({ keys: signingKeys })),
    SUPABASE_JWT_SECRET_FILE: await write('jwt', 'an earlier installation has made this'),
    METRICS_TOKEN_FILE: await write('metrics', 'metrics-of-this-test\n'),
    SMTP_HOST: 'smtp.example',
    SMTP_PASS_FILE: await write('smtp', ' with spaces '),
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'photos',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY_FILE: await write('s3', 'key of the store\n'),
  });
  expect(config).toMatchObject({
    databaseUrl: 'postgres://me:secret@host/mine',
    keys: {
      publishable: publishableKey,
      secret: secretKey,
      signing: signingKeys,
      legacyJwtSecret: 'an earlier installation has made this',
    },
    metricsToken: 'metrics-of-this-test',
    smtp: { pass: ' with spaces ' },
    objectStore: { secretAccessKey: 'key of the store' },
  });
});

test('SUPABASE_SIGNING_KEYS takes keys as JSON, as a JWKS or as a list', async () => {
  const { signingKeys } = await generateSecrets();
  for (const value of [
    JSON.stringify(signingKeys),
    `\n ${JSON.stringify({ keys: signingKeys }, null, 2)}\n`,
  ]) {
    const environment = { SUPABASE_DIR: clubFolder, DATA_DIR: join(folder, 'data') };
    const { keys } = await loadConfig({ ...environment, SUPABASE_SIGNING_KEYS: value });
    expect(keys.signing).toEqual(signingKeys);
  }
});

test('a variable of config.toml may stand in a file, too', async () => {
  process.env['SECRET_FILES_TEST_FILE'] = await write('provider', 'secret of a provider\n');
  try {
    expect(readVariable('SECRET_FILES_TEST')).toBe('secret of a provider');
  } finally {
    delete process.env['SECRET_FILES_TEST_FILE'];
  }
});
