import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig, type Config } from '../../../config/config.ts';
import { isAllowedRedirect, siteUrl } from './redirects.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-redirects-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function load(variables: Readonly<Record<string, string>>): Promise<Config> {
  const environment = { DATA_DIR: folder, PUBLIC_URL: 'https://api.club.example', ...variables };
  return loadConfig(environment, (name) => variables[name]);
}

const authOf = (config: Config) => ({ config, settings: config.protocol.auth });

test('redirects may go to the app, to this server and to allowed origins', async () => {
  const auth = authOf(await load({ ALLOWED_ORIGINS: 'https://app.club.example' }));
  expect(isAllowedRedirect(auth, 'https://app.club.example/login')).toBe(true);
  expect(isAllowedRedirect(auth, 'https://api.club.example/login')).toBe(true);
  expect(isAllowedRedirect(auth, 'https://app.club.example.evil.example/login')).toBe(false);
  expect(isAllowedRedirect(auth, 'http://app.club.example/login')).toBe(false);
});

test('site_url comes from PUBLIC_URL, and is this server without that variable', async () => {
  expect(siteUrl(authOf(await load({})))).toBe('https://api.club.example');
  expect(siteUrl(authOf(await load({ PUBLIC_URL: 'https://club.example' })))).toBe('https://club.example');
});
