import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { entryFor, harmlessKeys, unsupportedKeys } from './cli-keys.ts';
import { knownKeys, protocolSettings } from './protocol.ts';
import { classifyKeys, protocolWarnings } from './protocol-warnings.ts';

const reference = parse(await readFile(join(import.meta.dirname, '../testing/cli-config.toml'), 'utf8'));
const { remotes: _, ...settings } = reference;

function warningsOf(toml: string): readonly string[] {
  const parsed = parse(toml);
  return protocolWarnings(parsed, protocolSettings(parsed));
}

/** The paths at the beginning of warnings. */
const named = (warnings: readonly string[]): readonly string[] =>
  warnings.map((line) => line.split(' ', 1)[0]!);

describe('the configuration reference of the Supabase CLI', () => {
  const keys = classifyKeys(settings, protocolSettings(settings));

  test('has a class for each of its keys', () => {
    expect(keys.filter((key) => key.class === 'unknown').map(({ path }) => path.join('.'))).toEqual([]);
    expect(new Set(keys.map((key) => key.class))).toEqual(new Set(['honoured', 'harmless', 'unsupported']));
  });

  test('needs every entry of the tables, none of which is a key that the server honours', () => {
    const honoured = keys.filter((key) => key.class === 'honoured').map(({ path }) => path);
    for (const table of [harmlessKeys, unsupportedKeys])
      for (const pattern of Object.keys(table)) {
        const own = { [pattern]: true };
        expect(
          keys.some(({ path }) => entryFor(own, path)),
          `${pattern} is no key of the reference`,
        ).toBe(true);
        expect(
          honoured.filter((path) => entryFor(own, path)),
          `${pattern} is honoured`,
        ).toEqual([]);
      }
  });

  test('is named key by key where the server does not support it, and nothing else of it is', () => {
    const unsupported = keys.filter((key) => key.class === 'unsupported').map(({ path }) => path.join('.'));
    expect(named(protocolWarnings(reference, protocolSettings(reference)))).toEqual(unsupported);
    for (const pattern of Object.keys(unsupportedKeys))
      expect(
        unsupported.some((path) => path === pattern || path.startsWith(`${pattern}.`)),
        pattern,
      ).toBe(true);
  });

  test('each harmless key has a reason', () => {
    for (const reason of Object.values(harmlessKeys)) expect(reason.length).toBeGreaterThan(10);
  });
});

test('what asks for nothing is not named: the values that the server has anyway', () => {
  const toml = `
    [api]\nenabled = true\n[realtime]\nenabled = true\n[storage]\nenabled = true\n[auth]\nenabled = true
    [db.migrations]\nenabled = true\n[auth.captcha]\nenabled = false\nprovider = "hcaptcha"
    [storage.s3_protocol]\nenabled = false\n[auth.web3.solana]\nenabled = false
    [experimental]\norioledb_version = ""\n[auth.oauth_server]\nenabled = false`;
  expect(warningsOf(toml)).toEqual([]);
});

test.each([
  ['[api]\nenabled = false', 'api.enabled'],
  ['[realtime]\nenabled = false', 'realtime.enabled'],
  ['[auth]\nenabled = false', 'auth.enabled'],
  ['[db.migrations]\nenabled = false', 'db.migrations.enabled'],
])('%j is named: the server does not switch it off', (toml, path) => {
  expect(named(warningsOf(toml))).toEqual([path]);
});

test.each([
  ['[auth]\nenable_singup = false', 'auth.enable_singup'],
  ['[atuh]\nenable_signup = false', 'atuh'],
  ['nonsense = 1', 'nonsense'],
  ['[functions.hello]\nverify_jtw = false', 'functions.hello.verify_jtw'],
  ['[auth.external.google]\nclientid = ""', 'auth.external.google.clientid'],
  ['[auth.email]\notp_lenght = 6', 'auth.email.otp_lenght'],
  ['[auth.mfa.totp]\nenrol_enabled = false', 'auth.mfa.totp.enrol_enabled'],
  ['[db]\nsead = {}', 'db.sead'],
  ['[realtime]\nenabeld = true', 'realtime.enabeld'],
  ['[storage.buckets.images]\npubilc = true', 'storage.buckets.images.pubilc'],
  ['[remotes.staging.api]\nmax_row = 1', 'remotes.staging.api.max_row'],
  ['[remotes.staging.functions.hello]\nenabld = false', 'remotes.staging.functions.hello.enabld'],
  ['realtime = true', 'realtime'],
  ['[db]\nseed = ["./seed.sql"]', 'db.seed'],
])('%j is named as a key that nobody knows, even where it asks for nothing', (toml, path) => {
  expect(warningsOf(toml)).toEqual([
    `${path} is no key that the Supabase CLI or this server knows, and has no effect: check its name, place and type`,
  ]);
});

test('a remote is of a hosted branch: its known keys are not named, whatever their values are', () => {
  const toml = `[remotes.production]\nproject_id = "x"\n[remotes.production.auth.captcha]\nenabled = true
    [remotes.production.auth.external.google]\nenabled = true\nclient_id = "env(NOBODY_SET_THIS)"`;
  expect(warningsOf(toml)).toEqual([]);
});

test('an environment variable that is not set is named where its value counts', () => {
  const variable = 'names the environment variable NOBODY_SET_THIS, which is not set';
  const value = '"env(NOBODY_SET_THIS)"';
  expect(warningsOf(`[edge_runtime.secrets]\nkey = ${value}`)).toEqual([
    `edge_runtime.secrets.key ${variable}`,
  ]);
  expect(warningsOf(`[functions.hello]\nenv = { KEY = ${value} }`)).toEqual([
    `functions.hello.env.KEY ${variable}`,
  ]);
  expect(warningsOf(`[auth]\nadditional_redirect_urls = ["https://a.example", ${value}]`)).toEqual([
    `auth.additional_redirect_urls.1 ${variable}`,
  ]);
  expect(warningsOf(`[auth.external.google]\nenabled = false\nsecret = ${value}`)).toEqual([]);
  expect(warningsOf(`[functions.hello]\nenabled = false\nentrypoint = ${value}`)).toEqual([]);
});

test.each([
  ['[auth]\njwt_expiry = "env(NOBODY_SET_THIS)"', 'auth.jwt_expiry: '],
  ['[api]\nschemas = 5', 'api.schemas: '],
  ['[api]\nmax_rows = "many"', 'api.max_rows: '],
  ['[functions]\nhello = true', 'functions.hello: '],
  ['[functions.hello]\nenabled = "no"', 'functions.hello.enabled: '],
  ['auth = 5', 'auth: '],
])('a wrong type is refused with its key: %j', (toml, key) => {
  expect(() => protocolSettings(parse(toml))).toThrow(key);
});

test('keys are known by their names alone', () => {
  expect(knownKeys({ auth: { jwt_expiry: 'soon' } })).toHaveProperty('auth.jwt_expiry');
});

test('texts, as environment variables are, are read in the type of their key', () => {
  const toml = `[api]\nmax_rows = "50"\nschemas = "public, other"\n[auth]\nenable_signup = "false"\njwt_expiry = "1800"
    [auth.external.google]\nenabled = "True"\nclient_id = 12345\n[functions.hello]\nenabled = "false"`;
  expect(protocolSettings(parse(toml))).toMatchObject({
    api: { max_rows: 50, schemas: ['public', 'other'] },
    auth: {
      enable_signup: false,
      jwt_expiry: 1800,
      external: { google: { enabled: true, client_id: '12345' } },
    },
    functions: { hello: { enabled: false } },
  });
  expect(warningsOf(toml)).toEqual([]);
  expect(() => protocolSettings(parse('[auth]\njwt_expiry = "1"'))).toThrow('auth.jwt_expiry: ');
});
