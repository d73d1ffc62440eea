import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSettings } from './settings.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-warned-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The sentences about the environment with which the server starts. */
async function warnings(environment: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { config } = await loadSettings({ DATA_DIR: join(folder, 'data'), ...environment });
  return config.warnings.filter(({ file }) => file === 'environment').map(({ text }) => text);
}

test.for([
  [
    { WHATSAP_NUMBER: '+56911112222' },
    'WHATSAP_NUMBER is no setting and has no effect. WHATSAPP_NUMBER is one.',
  ],
  [{ BRANDNAME: 'A' }, 'BRANDNAME is no setting and has no effect. BRAND_NAME is one.'],
  [{ DATABSE_URL: 'x' }, 'DATABSE_URL is no setting and has no effect. DATABASE_URL is one.'],
  [{ public_url: 'x' }, 'public_url is no setting and has no effect. PUBLIC_URL is one.'],
  [{ SMTP_PASSFILE: 'x' }, 'SMTP_PASSFILE is no setting and has no effect. SMTP_PASS_FILE is one.'],
] as const)('O7g %j is named at the start', async ([environment, sentence]) => {
  expect(await warnings(environment)).toContain(sentence);
});

test('O7g mail settings without a mail server are named at the start', async () => {
  expect(await warnings({ SMTP_USER: 'me', SMTP_SENDER: 'a@b.cl' })).toEqual([
    'SMTP_USER, SMTP_SENDER: without SMTP_HOST no mail server is used.',
  ]);
  expect(await warnings({ SMTP_USER: 'me', SMTP_HOST: 'mail.example.cl' })).toEqual([]);
});

test('variables of other programs are not warned of', async () => {
  const others = {
    PATH: '/bin',
    HOME: '/root',
    HOSTNAME: 'a',
    DOMAIN: 'a.cl',
    POSTGRES_PASSWORD: 'x',
    NODE_OPTIONS: '',
    npm_config_cache: '/x',
    S3_PREFIX: 'north',
    BACKUP_HOURS: '24',
    PGHOST: 'x',
    LOGNAME: 'x',
  };
  expect(await warnings(others)).toEqual([]);
});
