import { generateKeyPairSync } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { send, signUp } from '../testing/auth/auth.ts';
import { clubFolder } from '../testing/club.ts';
import { loadConfig } from './config.ts';

let folder: string;
let project: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-keys-'));
  project = join(folder, 'supabase');
  await mkdir(project);
});
afterAll(() => rm(folder, { recursive: true }));

/** A private key as `supabase gen signing-key` prints it. */
function makeKey(kid: string, alg: 'ES256' | 'RS256' = 'ES256') {
  const { privateKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    ...privateKey.export({ format: 'jwk' }),
    kid,
    alg,
    use: 'sig',
    key_ops: ['sign', 'verify'],
    ext: true,
  };
}

const settings = (further = {}) => ({ SUPABASE_DIR: project, DATA_DIR: join(folder, 'data'), ...further });
const write = (path: string, content: string) => writeFile(join(project, path), content);
const toml = (path: string) => write('config.toml', `[auth]\nsigning_keys_path = ${JSON.stringify(path)}\n`);
const signing = async (further = {}) =>
  (await loadConfig(settings(further))).keys.signing.map(({ kid }) => kid);

test('signing_keys_path is read from the folder of config.toml: a list as the CLI writes it, or a JWKS', async () => {
  await toml('./keys/signing.json');
  await mkdir(join(project, 'keys'));
  await write('keys/signing.json', JSON.stringify([makeKey('first'), makeKey('second')]));
  expect(await signing()).toEqual(['first', 'second']);
  await write('keys/signing.json', JSON.stringify({ keys: [makeKey('third')] }));
  expect(await signing()).toEqual(['third']);
  await toml(join(project, 'keys', 'signing.json'));
  expect(await signing()).toEqual(['third']);
});

test('SUPABASE_SIGNING_KEYS wins, and an empty path counts as none', async () => {
  await toml('./keys/signing.json');
  expect(await signing({ SUPABASE_SIGNING_KEYS: JSON.stringify([makeKey('environment')]) })).toEqual([
    'environment',
  ]);
  await toml('');
  expect(await signing()).not.toContain('third');
});

test.each([
  ['a file that is not there', './none.json', undefined, 'which cannot be read'],
  ['a file that is not JSON', './bad.json', '{', 'must hold a JWKS'],
  ['a public key', './public.json', JSON.stringify([{ ...makeKey('x'), d: undefined }]), 'must hold a JWKS'],
])('%s ends the start before anything is made, and no key is shown', async (_, path, content, reason) => {
  await toml(path);
  if (content !== undefined) await write(path, content);
  const dataDir = join(folder, 'untouched');
  await expect(loadConfig(settings({ DATA_DIR: dataDir }))).rejects.toThrow(
    new RegExp(`auth\\.signing_keys_path names “.*${path.slice(2)}”.*${reason}`),
  );
  expect(await readdir(folder)).not.toContain('untouched');
});

test.each(['ES256', 'RS256'] as const)(
  'the server signs with the first %s key of the file, and publishes all of them without their private parts',
  async (alg) => {
    const supabaseDir = join(folder, alg, 'supabase');
    await cp(clubFolder, supabaseDir, { recursive: true });
    await writeFile(
      join(supabaseDir, 'signing_keys.json'),
      JSON.stringify([makeKey('current', alg), makeKey('next')]),
    );
    await writeFile(join(supabaseDir, 'config.toml'), '[auth]\nsigning_keys_path = "./signing_keys.json"\n');
    await using server = await startTestApp({ environment: { SUPABASE_DIR: supabaseDir } });
    const { access_token: token } = await signUp(server);
    const published = (await send(server, '/.well-known/jwks.json')).body as unknown as JSONWebKeySet;
    expect(published.keys.map(({ kid }) => kid)).toEqual(['current', 'next']);
    expect(published.keys.filter((key) => 'd' in key || 'p' in key)).toEqual([]);
    const { protectedHeader } = await jwtVerify(token, createLocalJWKSet(published));
    expect(protectedHeader).toMatchObject({ kid: 'current', alg });
    expect((await send(server, '/user', { token })).status).toBe(200);
  },
);
