import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { generateKeyPairSync } from 'node:crypto';
import { parse, stringify } from 'smol-toml';
import type { GenericSchema } from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entryFor, harmlessKeys } from './cli-keys.ts';
import { ConfigError, loadConfig } from './config.ts';
import { protocolSchema } from './protocol.ts';

type Table = { readonly [key: string]: unknown };
type Path = readonly string[];

/** The keys that the Supabase CLI lacks: the reference of the CLI holds the others. */
const own = parse(`
[api]
db_plan_enabled = true
[storage]
signed_url_max_expiry = "5m"
signed_url_follows_creator = true
[storage.buckets.images]
image_max_side = 1600
signed_url_max_expiry = "1m"
signed_url_follows_creator = true
verify_content = true
[auth]
password_refuse_common = true
require_current_password = true
[auth.rate_limit]
wrong_passwords = 5
[auth.saml]
enabled = false
private_key = "a key"
certificate = "a certificate"
[auth.sms]
otp_expiry = 300
[auth.sms.twilio]
url = "https://twilio.example"
[auth.sms.whatsapp]
enabled = false
phone_number_id = "1"
access_token = "token"
template = "code"
url = "https://whatsapp.example"
`);

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function merged(a: Table, b: Table): Table {
  const added = Object.entries(b).map(([name, value]) => {
    const before = a[name];
    return [name, isTable(before) && isTable(value) ? merged(before, value) : value];
  });
  return { ...a, ...Object.fromEntries(added) };
}

function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (!isTable(value) || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, [...path, name]));
}

/** A table in which one value is another one. */
function withValue(table: Table, [name = '', ...rest]: Path, change: (value: unknown) => unknown): Table {
  const value = table[name];
  return { ...table, [name]: rest.length === 0 ? change(value) : withValue(value as Table, rest, change) };
}

/** Another value of the same type. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return [...(value as unknown[]), 'another'];
  if (typeof value !== 'string') return { another: 'value' };
  return /\d/.test(value) ? value.replace(/\d+/, (digits) => String(Number(digits) + 1)) : `${value}x`;
}

/** The keys that a schema reads; `*` stands for a name that the project chooses. */
function keysOf(schema: GenericSchema, path: Path = []): readonly Path[] {
  const { entries, wrapped, value, type } = schema as unknown as {
    readonly type: string;
    readonly entries?: Readonly<Record<string, GenericSchema>>;
    readonly wrapped?: GenericSchema;
    readonly value?: GenericSchema;
  };
  if (wrapped) return keysOf(wrapped, path);
  if (type === 'record' && value) return keysOf(value, [...path, '*']);
  if (!entries) return [path];
  return Object.entries(entries).flatMap(([name, entry]) => keysOf(entry, [...path, name]));
}

const known = keysOf(protocolSchema);
let folder = '';
let everything: Table = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-keys-'));
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  await writeFile(join(folder, 'signing_keys.json'), JSON.stringify([{ ...key, kid: 'a', alg: 'ES256' }]));
  const text = await readFile(join(import.meta.dirname, '../testing/cli-config.toml'), 'utf8');
  // A remote is of a hosted branch, and has the same keys.
  const { remotes: _, ...reference } = parse(text);
  everything = merged(reference, own);
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads the file as a start does. */
async function start(table: Table) {
  await writeFile(join(folder, 'config.toml'), stringify(table));
  const { protocol, keys, warnings } = await loadConfig({
    SUPABASE_DIR: folder,
    DATA_DIR: join(folder, 'data'),
  });
  return { settings: { protocol, keys }, warnings: warnings.map(({ text }) => text) };
}

/** Starts with another value of a key. @returns its effect */
async function effectOf(path: Path, before: Awaited<ReturnType<typeof start>>) {
  // A group that is not supported is named once.
  const begins = (text: string): boolean => `${path.join('.')}.`.startsWith(`${text.split(' ', 1)[0]}.`);
  try {
    const after = await start(withValue(everything, path, otherThan));
    if (!isDeepStrictEqual(after.settings, before.settings)) return 'works';
    const isNamed = [...before.warnings, ...after.warnings].some(begins);
    return isNamed ? 'is named' : 'nothing';
  } catch (error) {
    if (!(error instanceof ConfigError) || !error.message.includes(path.slice(0, -1).join('.'))) throw error;
    return 'works';
  }
}

test('each key that the start reads is tried here', () => {
  const tried = leavesOf(everything);
  const isTried = (key: Path): boolean =>
    tried.some((path) => key.every((name, index) => name === '*' || name === path[index]));
  expect(known.length).toBeGreaterThan(90);
  expect(known.filter((key) => !isTried(key)).map((key) => key.join('.'))).toEqual([]);
});

test('another value of each key changes what the server does, is named at the start, or is harmless', async () => {
  const before = await start(everything);
  const silent: string[] = [];
  for (const path of leavesOf(everything)) {
    const effect = await effectOf(path, before);
    if (effect === 'nothing' && entryFor(harmlessKeys, path) === undefined) silent.push(path.join('.'));
  }
  expect(silent).toEqual([]);
});

test('each key that the start reads is used by a service', async () => {
  const backend = resolve(import.meta.dirname, '..');
  const words = new Set<string>();
  for await (const file of glob('**/*.ts', { cwd: backend })) {
    if (/\.test\.ts$|^(config|testing|wire|bench)\//.test(file)) continue;
    for (const [word] of (await readFile(join(backend, file), 'utf8')).matchAll(/\w+/g)) words.add(word);
  }
  // `config.ts` uses some itself.
  const here = await readFile(join(import.meta.dirname, 'config.ts'), 'utf8');
  // One name is put together: an action and `_enabled`.
  const used = (key: Path): boolean =>
    words.has(key.at(-1)!) || words.has(key.at(-1)!.replace(/^[a-z]+/, '')) || here.includes(key.at(-1)!);
  expect(known.filter((key) => !used(key) && key.at(-1) !== '*').map((key) => key.join('.'))).toEqual([]);
});
