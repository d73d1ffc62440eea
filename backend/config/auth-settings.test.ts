import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { protocolSettings } from './protocol.ts';

test('missing keys of config.toml have the defaults of the Supabase CLI', () => {
  expect(protocolSettings({}).auth).toMatchObject({
    enable_signup: true,
    jwt_expiry: 3600,
    enable_refresh_token_rotation: true,
    refresh_token_reuse_interval: 10,
    minimum_password_length: 6,
    email: { enable_confirmations: false, secure_password_change: false },
    rate_limit: { sign_in_sign_ups: 30, token_refresh: 150 },
    sessions: { timebox: 0, inactivity_timeout: 0 },
  });
});

test('durations are parsed as the CLI writes them', () => {
  const sessions = { timebox: '24h', inactivity_timeout: '8h30m' };
  expect(protocolSettings({ auth: { sessions } }).auth.sessions).toEqual({
    timebox: 86_400_000,
    inactivity_timeout: 30_600_000,
  });
  expect(() => protocolSettings({ auth: { sessions: { timebox: '1 day' } } })).toThrow('24h');
});

test('a relying party of variables that are not set follows from the address of the app, like one that is left out', () => {
  const named = { rp_id: 'env(NOT_SET)', rp_display_name: 'env(NOT_SET)', rp_origins: ['env(NOT_SET)'] };
  const { webauthn } = protocolSettings({ auth: { webauthn: named } }).auth;
  expect(webauthn).toEqual(protocolSettings({}).auth.webauthn);
});

test.each(['proxy:80', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/-1', '::/129'])(
  'the proxy “%s” is refused with a sentence for the operator',
  async (proxy) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'transfer-config-'));
    await expect(loadConfig({ DATA_DIR: folder.path, TRUSTED_PROXIES: proxy })).rejects.toThrow(
      `TRUSTED_PROXIES holds “${proxy}”`,
    );
  },
);

test('providers are read with the keys of the CLI, and their secrets from the environment', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'transfer-config-'));
  const toml = (lines: string) =>
    writeFile(join(folder.path, 'config.toml'), `[auth.external.google]\n${lines}`);
  const load = () =>
    loadConfig({ DATA_DIR: folder.path, SUPABASE_DIR: folder.path }, (name) =>
      name === 'GOOGLE_SECRET' ? 'from the environment' : undefined,
    );
  await toml('enabled = true\nclient_id = "web,ios"\nsecret = "env(GOOGLE_SECRET)"');
  expect((await load()).protocol.auth.external['google']).toEqual({
    enabled: true,
    client_id: 'web,ios',
    secret: 'from the environment',
    url: '',
    redirect_uri: '',
    skip_nonce_check: false,
    email_optional: false,
  });
  await toml('enabled = true\nclient_id = "env(NOBODY_SET_THIS)"');
  const { protocol, warnings } = await load();
  expect(protocol.auth.external['google']?.enabled).toBe(false);
  expect(warnings.map(({ text }) => text)).toEqual([
    '[auth.external.google] is enabled, but needs the environment variable NOBODY_SET_THIS: it signs nobody in',
  ]);
  await toml('enabled = false\nclient_id = "env(NOBODY_SET_THIS)"');
  expect((await load()).protocol.auth.external['google']?.enabled).toBe(false);
});

test.each([
  [{ google: { enabled: true } }, 'needs a client_id'],
  [{ company: { enabled: true, client_id: 'x', url: 'club' } }, 'is not an address'],
  [{ email: { enabled: true, client_id: 'x', url: 'https://a.example' } }, 'cannot be given'],
])('the provider %j is refused with a sentence for the operator', (external, sentence) => {
  expect(() => protocolSettings({ auth: { external } })).toThrow(sentence);
});

test('workers do not count tried passwords each for itself', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'transfer-config-'));
  await writeFile(join(folder.path, 'config.toml'), '');
  const load = (environment: object) =>
    loadConfig({ DATA_DIR: folder.path, SUPABASE_DIR: folder.path, ...environment });
  await expect(load({ WORKERS: '4', RATE_LIMIT_STORE: 'memory' })).rejects.toThrow(
    'RATE_LIMIT_STORE is memory, and WORKERS is 4: each process would count tried passwords for itself.',
  );
  expect((await load({ WORKERS: '4' })).rateLimitStore).toBe('database');
  expect((await load({ RATE_LIMIT_STORE: 'memory' })).rateLimitStore).toBe('memory');
  expect((await load({})).rateLimitStore).toBe('memory');
});
