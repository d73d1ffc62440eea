import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveProject, type StartedServer } from './target.ts';

/** The secret of the installation that the project comes from: its operator signs tokens with it. */
const jwtSecret = 'the notebook’s own secret, as long as such secrets are';
const ana = { email: 'ana@notebook.example', password: 'password123' };
const anaId = 'a3d2c1b0-0000-4000-8000-000000000001';

/** The project signed its sessions with RS256 where it ran before. */
async function writeSigningKeys(folder: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'notebook', alg: 'RS256' };
  const file = join(folder, 'signing-keys.json');
  await writeFile(file, JSON.stringify({ keys: [key] }));
  return file;
}

let server: StartedServer;
let keysFolder: string;
beforeAll(async () => {
  keysFolder = await mkdtemp(join(tmpdir(), 'notebook-keys-'));
  server = await serveProject(join(import.meta.dirname, 'foreign'), {
    SUPABASE_JWT_SECRET: jwtSecret,
    SUPABASE_SIGNING_KEYS: await writeSigningKeys(keysFolder),
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(keysFolder, { recursive: true });
});

function connect(headers: Record<string, string> = {}, key = server.publishableKey): SupabaseClient {
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };
  return createClient(server.url, key, { auth, global: { headers } });
}

async function signedIn(): Promise<SupabaseClient> {
  const client = connect();
  expect((await client.auth.signInWithPassword(ana)).error).toBeNull();
  return client;
}

test('an account of the seed signs in with the password that crypt() stored', async () => {
  const { data, error } = await connect().auth.signInWithPassword(ana);
  expect(error).toBeNull();
  expect(data).toMatchObject({ user: { id: anaId, user_metadata: { full_name: 'Ana Notes' } } });
  // The list of common passwords is the project's own policy.
  expect(data).not.toHaveProperty('weakPassword.reasons');
});

test('somebody signs up with a short and common password, and the project’s trigger writes the profile', async () => {
  const client = connect();
  const account = { email: 'beto@notebook.example', password: '123456' };
  const { data, error } = await client.auth.signUp({ ...account, options: { data: { full_name: 'Beto' } } });
  expect(error).toBeNull();
  const profile = await client.from('profiles').select('display_name').eq('id', data.user!.id).single();
  expect(profile.data).toEqual({ display_name: 'Beto' });
  expect((await connect().auth.signUp({ ...account, password: '12345' })).error?.code).toBe('weak_password');
});

test('an owner sees and writes the own notes', async () => {
  const client = await signedIn();
  const made = await client
    .from('notes')
    .insert({ title: 'New' })
    .select('title,fingerprint,owner_id')
    .single();
  const fingerprint = createHash('sha256').update('New').digest('hex');
  expect(made.data).toEqual({ title: 'New', fingerprint, owner_id: anaId });
  expect((await client.from('notes').select('title')).data).toHaveLength(3);
});

test('a header of the client’s own opens a note by policy', async () => {
  const titles = async (headers: Record<string, string>) =>
    (await connect(headers).from('notes').select('title')).data;
  expect(await titles({})).toEqual([]);
  expect(await titles({ 'x-share-token': 'open-sesame' })).toEqual([{ title: 'Shopping list' }]);
  expect(await titles({ 'x-share-token': 'wrong' })).toEqual([]);
});

test('functions of the schema extensions are found by the search path', async () => {
  const { data } = await connect().rpc('checksum', { content: 'abc' });
  expect(data).toBe(createHash('md5').update('abc').digest('hex'));
});

test('a token that the operator signs, without an audience, is its user', async () => {
  const token = await new SignJWT({ sub: anaId, role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(jwtSecret));
  const client = createClient(server.url, server.publishableKey, { accessToken: async () => token });
  const { data } = await client.from('notes').select('title').eq('title', 'Diary');
  expect(data).toEqual([{ title: 'Diary' }]);
  expect((await client.storage.from('attachments').list(anaId)).data).toMatchObject([{ name: 'list.pdf' }]);
  const joined = await new Promise<string>((settle) => client.channel('desk').subscribe(settle));
  expect(joined).toBe('SUBSCRIBED');
  await client.removeAllChannels();
});

test('the project’s RS256 key signs sessions, and the client verifies them with the published key', async () => {
  const { data, error } = await (await signedIn()).auth.getClaims();
  expect(error).toBeNull();
  expect(data).toMatchObject({ header: { alg: 'RS256', kid: 'notebook' }, claims: { sub: anaId } });
});

test('a file of the seed is listed, though it has no bytes; a new one has', async () => {
  const files = (await signedIn()).storage.from('attachments');
  expect((await files.list(anaId)).data).toMatchObject([{ name: 'list.pdf', metadata: { size: 1200 } }]);
  expect((await files.download(`${anaId}/list.pdf`)).error).not.toBeNull();
  expect((await files.upload(`${anaId}/new.txt`, 'bytes')).error).toBeNull();
  expect(await (await files.download(`${anaId}/new.txt`)).data?.text()).toBe('bytes');
});

test('a function with an import map answers', async () => {
  const headers = { 'x-share-token': 'open-sesame' };
  const { data, error } = await connect().functions.invoke('shared-note', { headers });
  expect(error).toBeNull();
  expect(data).toEqual({ title: 'Shopping list' });
});

test('a table and a function without a grant are reached, as the project’s config.toml says, with rows of its second seed', async () => {
  const client = connect();
  const { data, error } = await client.from('tags').select('name').order('name');
  expect(error).toBeNull();
  expect(data).toEqual([{ name: 'home' }, { name: 'work' }]);
  expect((await client.rpc('tag_count')).data).toBe(2);
  expect((await client.from('tags').insert({ name: 'mine' })).error?.code).toBe('42501');
});

test('a function that exports its handler answers from its entrypoint, with the project’s secret', async () => {
  const { data, error } = await connect().functions.invoke('greeting', { body: { name: 'Ana' } });
  expect(error).toBeNull();
  expect(data).toEqual({ message: 'Hello Ana!' });
});

test('a function that the project has switched off is not there', async () => {
  const { error, response } = await connect().functions.invoke('retired');
  expect(error).not.toBeNull();
  expect(response?.status).toBe(404);
});
