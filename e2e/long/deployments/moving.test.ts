import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/bcrypt';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyInstallation } from '../../../backend/testing/backup.ts';
import { openHosted } from '../../../backend/hosted/open.ts';
import { migrate } from '../../../backend/db/migrate.ts';
import { codeOf } from '../../../backend/testing/auth/factors.ts';
import { ended, runProgram } from '../../../backend/testing/processes.ts';
import { startServerProcess, type ServerProcess } from '../../../backend/testing/servers.ts';
import { file, photoKey, picture } from '../../../backend/testing/storage.ts';
import { createGotrueAccount } from '../../../server/testing/gotrue.ts';
import { createHostedDatabase, type HostedDatabase } from '../../../server/testing/hosted.ts';
import { queryOwn } from '../../../server/testing/servers.ts';
import { startHostedStorage, type HostedStorage } from '../../../server/testing/hosted-storage.ts';

/*
 * An installation moves to a hosted project, and from there into a fresh installation. The hosted database has the
 * platform's tables and roles, and the product's migrations.
 */

const stack = new AsyncDisposableStack();
const key = 'sb_secret_of_the_hosted_project_0123456789';
const password = 'cordillera nevada 7';
const email = 'diego@example.com';

let folder = '';
let project: HostedDatabase;
let storage: HostedStorage;
/** The person of the first installation. */
let diego: { readonly id: string; readonly photo: string; readonly totp: string; readonly driver: string };

async function start(name: string): Promise<ServerProcess> {
  const environment = { DATA_DIR: join(folder, name), LOG_LEVEL: 'warn', REVIEWS_PER_HOUR: '0' };
  return stack.use(await startServerProcess(environment));
}

async function clientOf(server: ServerProcess, name: string): Promise<SupabaseClient> {
  const secrets = await readFile(join(folder, name, 'secrets.json'), 'utf8');
  return server.client((JSON.parse(secrets) as { publishableKey: string }).publishableKey);
}

/** Runs the command on a data folder: an export by its options, an import by variables. @param changes further options */
async function move(tool: 'import' | 'export', name: string, changes: Readonly<Record<string, string>> = {}) {
  const isExport = tool === 'export';
  const options = {
    ...(isExport && { '--to': project.url, '--url': storage.url, '--key': key }),
    ...changes,
  };
  const args = [join('tools', `${tool}.ts`), ...Object.entries(options).flat()];
  const program = runProgram(process.execPath, args, {
    DATA_DIR: join(folder, name),
    ...(!isExport && {
      HOSTED_DATABASE_URL: project.url,
      HOSTED_URL: storage.url,
      HOSTED_SECRET_KEY: key,
    }),
  });
  return { code: await ended(program), output: program.output() };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-moving-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  project = stack.use(await createHostedDatabase());
  storage = stack.use(await startHostedStorage(project, key));
}, 120_000);
afterAll(() => stack.disposeAsync());

const bytesAt = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

test('an installation is exported to a hosted project, with its accounts, rows, files and second factors', async () => {
  const server = await start('old');
  const client = await clientOf(server, 'old');
  const { data } = await client.auth.signUp({ email, password });
  const id = data.user!.id;
  const row = { name: 'Diego', license_plate: 'DDDD11', driver_code: 'C-1', contact: '+56912345678' };
  const { data: driver } = await client.from('drivers').insert(row).select('id').single();
  const photo = photoKey(id, '1.jpg');
  const photos = client.storage.from('imagenes');
  expect((await photos.upload(photo, file(await picture()))).error).toBeNull();
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' });
  if (factor?.type !== 'totp') throw new Error('no factor');
  const { secret } = factor.totp;
  const code = codeOf(secret);
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  expect(verified.error).toBeNull();
  diego = { id, photo, totp: secret, driver: String(driver?.['id']) };
  const kept = await bytesAt(photos.getPublicUrl(photo).data.publicUrl);

  const wrongKey = await move('export', 'old', { '--key': 'sb_secret_wrong_wrong_wrong_wrong_wrong_wrong' });
  expect(wrongKey).toMatchObject({ code: 1, output: expect.stringContaining('Check --key') });
  // As in an installation from before the baseline, whose history a hosted project lacks.
  await queryOwn(
    join(folder, 'old'),
    `insert into supabase_migrations.schema_migrations (version) values ('20261121000000')`,
  );
  const { code: exit, output } = await move('export', 'old');
  expect(exit, output).toBe(0);
  expect(output).toContain('auth.users: 1 rows');
  expect(output).toContain('1 files');
  expect([...storage.bytes.entries()]).toEqual([[`imagenes/${photo}`, kept]]);
  const account = await project.auth.query(
    `select id, encrypted_password ~ '^\\$argon2id' as hashed from auth.users
     where instance_id = '00000000-0000-0000-0000-000000000000' and email = $1 and aud = 'authenticated'`,
    [email],
  );
  expect(account.rows).toEqual([{ id, hashed: true }]);
  const factors = await project.auth.query('select user_id, secret from auth.mfa_factors');
  expect(factors.rows).toEqual([{ user_id: id, secret }]);
  const owned = await project.operator.query('select owner_id from storage.objects');
  expect(owned.rows).toEqual([{ owner_id: id }]);
  expect((await project.auth.query('select from auth.sessions')).rows).toEqual([]);
  const session = randomUUID();
  await project.auth.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, id]);
  const claims = { sub: id, role: 'authenticated', aal: 'aal2', session_id: session, email };
  const seen = await project.asCaller('authenticated', claims, 'select id from public.drivers');
  expect(seen).toEqual([{ id: diego.driver }]);
  expect(await server.stop()).toBe(0);
  // With the server stopped, the command starts the built-in database.
  expect((await move('export', 'old')).output).toContain('The hosted project already holds accounts.');
}, 60_000);

test('a hosted project is imported into a fresh installation, where people sign in as before', async () => {
  const bcrypt = await createGotrueAccount(project, { password: await hash(password, 4) });
  const firebase = await createGotrueAccount(project, {
    password: '$fbscrypt$v=1,n=14,r=8,p=1$c2FsdA$aGFzaA',
  });
  const withKey = await createGotrueAccount(project, { password: await hash(password, 4) });
  for (const [{ id }, type, secret] of [
    [bcrypt, 'totp', '{"key_id":"1","alg":"aes-gcm-hkdf","data":"x","nonce":"x"}'],
    [firebase, 'phone', null],
    [withKey, 'webauthn', null],
  ] as const)
    await project.auth.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret, phone)
       values ($1, $2, $3, 'verified', now(), now(), $4, '56912345678')`,
      [randomUUID(), id, type, secret],
    );
  await project.auth.query(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key) values ($1, '\\x01', '\\x02')`,
    [diego.id],
  );
  await project.auth.query(
    `with provider as (insert into auth.sso_providers (id) values (gen_random_uuid()) returning id)
     insert into auth.saml_providers (id, sso_provider_id, entity_id, metadata_xml)
     select gen_random_uuid(), id, 'https://idp.example', '<xml/>' from provider`,
  );
  await project.auth.query(
    `insert into auth.audit_log_entries (id, payload, created_at) values (gen_random_uuid(), '{"action":"login"}', now())`,
  );
  const path = `imagenes/${diego.photo}`;
  const photo = storage.bytes.get(path)!;
  storage.bytes.set(path, Buffer.from('half of it'));
  const halfWay = await move('import', 'new');
  expect(halfWay).toMatchObject({ code: 1, output: expect.stringContaining('Nothing was imported') });
  storage.bytes.set(path, photo);
  const { code, output } = await move('import', 'new');
  expect(code, output).toBe(0);
  expect(output).toMatch(/auth\.audit_log_entries: [1-9]\d* rows/);
  for (const line of [
    'auth.users: 4 rows',
    'auth.mfa_factors: 2 rows',
    'auth.webauthn_credentials: 1 rows',
    'auth.saml_providers: 1 rows',
    'storage.objects: 1 rows',
  ])
    expect(output).toContain(line);
  const lost = [bcrypt.email, withKey.email].toSorted().join(', ');
  expect(output).toContain(`which cannot be moved; set it up again: ${lost}\n`);
  expect(output).toMatch(new RegExp(`need a new password.*: ${firebase.email}\n`));

  const server = await start('new');
  const client = await clientOf(server, 'new');
  expect((await client.auth.signInWithPassword({ email: bcrypt.email, password })).error).toBeNull();
  expect((await client.from('drivers').select('id')).data).toEqual([]);
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  expect((await client.from('drivers').select('id, name')).data).toEqual([
    { id: diego.driver, name: 'Diego' },
  ]);
  const { data: listed } = await client.auth.mfa.listFactors();
  const [factor] = listed!.totp;
  const proof = { factorId: factor!.id, code: codeOf(diego.totp, 1) };
  expect((await client.auth.mfa.challengeAndVerify(proof)).error).toBeNull();
  const url = client.storage.from('imagenes').getPublicUrl(diego.photo).data.publicUrl;
  expect(await bytesAt(url)).toEqual(photo);
  expect((await client.storage.from('imagenes').remove([diego.photo])).data).toHaveLength(1);
  expect(await server.stop()).toBe(0);
  expect(server.program.output()).not.toMatch(/"level":"(error|fatal)"/);
  const again = await move('import', 'new');
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('already holds accounts') });
}, 60_000);

test('it is imported into a managed database, whose account is no superuser; numbers go on where they stood', async () => {
  const { databaseUrl = '' } = await emptyInstallation(stack, true);
  await using db = await openHosted('the test', databaseUrl);
  await migrate(db, 'supabase');
  await db.query('create sequence public.vouchers');
  await project.operator.query(`create sequence public.vouchers; select setval('public.vouchers', 41)`);
  const program = runProgram(process.execPath, [join('tools', 'import.ts')], {
    DATA_DIR: join(folder, 'managed'),
    DATABASE_URL: databaseUrl,
    HOSTED_DATABASE_URL: project.url,
    HOSTED_URL: storage.url,
    HOSTED_SECRET_KEY: key,
  });
  expect(await ended(program), program.output()).toBe(0);
  expect(await db.query('select name from public.drivers')).toEqual([{ name: 'Diego' }]);
  expect(await db.query(`select nextval('public.vouchers') as next`)).toEqual([{ next: '42' }]);
  const orphan = 'insert into public.user_drivers (user_id, driver_id) values (gen_random_uuid(), $1)';
  await expect(db.query(orphan, [diego.driver]), 'keys hold again').rejects.toThrow('foreign key');
}, 60_000);

test('a database that cannot be reached, and one that is no project, are named', async () => {
  const nobody = move('import', 'third', { '--from': 'postgres://postgres@127.0.0.1:1/postgres' });
  const empty = move('import', 'fourth', { '--from': (await emptyInstallation(stack, true)).databaseUrl! });
  expect(await nobody).toEqual({
    code: 1,
    output: expect.stringContaining('--from cannot be used: nothing listens at 127.0.0.1, port 1.'),
  });
  expect(await empty).toEqual({ code: 1, output: expect.stringContaining('The two sides') });
}, 60_000);

test('a project of another version is refused before anything changes', async () => {
  await project.operator.query(`insert into supabase_migrations.schema_migrations values ('20991231000000')`);
  const { code, output } = await move('import', 'third');
  expect(code).toBe(1);
  expect(output).toBe(
    'The two sides are of different versions: the target lacks the migrations 20991231000000. Bring both to the same version first.\n',
  );
}, 60_000);
