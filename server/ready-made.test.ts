import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startS3, type TestS3 } from '../backend/object-store/testing.ts';
import { picture } from '../backend/storage/testing.ts';
import { ended, freePort, root, runProgram, untilSaid, type Program } from '../backend/testing/processes.ts';
import { startManagedPostgres, type ManagedPostgres } from '../backend/testing/servers.ts';
import { readPod, readServices } from './testing/installations.ts';

type Values = Readonly<Record<string, string>>;

/** Two servers with the environment that a file of `deploy/` gives them; addresses are those of this machine. */
const stack = new AsyncDisposableStack();
let postgres: ManagedPostgres;
let s3: TestS3;
let folder = '';
let keys: Values = {};

beforeAll(async () => {
  postgres = stack.use(await startManagedPostgres());
  s3 = stack.use(await startS3());
  folder = await mkdtemp(join(tmpdir(), 'transfer-ready-made-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const program = runProgram(process.execPath, ['tools/secrets.ts'], {});
  expect(await ended(program)).toBe(0);
  keys = parseEnv(program.output()) as Values;
});
afterAll(() => stack.disposeAsync());

interface Server extends AsyncDisposable {
  readonly url: string;
  readonly program: Program;
}

async function start(environment: Values): Promise<Server> {
  const port = await freePort();
  const settings = {
    ...environment,
    PORT: String(port),
    SUPABASE_DIR: join(root, 'supabase'),
    DRAIN_SECONDS: '0',
  };
  const program = runProgram(process.execPath, [join(root, 'server/main.ts')], settings, folder);
  await untilSaid(program, 'is ready');
  return {
    url: `http://127.0.0.1:${port}`,
    program,
    async [Symbol.asyncDispose]() {
      program.process.kill('SIGTERM');
      expect(await ended(program)).toBe(0);
    },
  };
}

/** A driver registers on one server; the other one knows the session, and serves the photo. */
async function serveTogether(first: Server, second: Server): Promise<void> {
  const key = keys['SUPABASE_PUBLISHABLE_KEY'] ?? '';
  const client = createClient(first.url, key, { auth: { persistSession: false } });
  const email = `${randomUUID()}@example.com`;
  const { data, error } = await client.auth.signUp({ email, password: 'cordillera nevada 7' });
  expect(error).toBeNull();
  const headers = { apikey: key, authorization: `Bearer ${data.session?.access_token}` };
  const row = { name: 'Diego Fuentes', license_plate: 'DFGH12', driver_code: randomUUID().slice(0, 8) };
  const driver = await client.from('drivers').insert(row).select('id').single();
  expect(driver.error).toBeNull();
  const read = await fetch(`${second.url}/rest/v1/drivers?select=name&id=eq.${driver.data?.id}`, { headers });
  expect(await read.json()).toEqual([{ name: row.name }]);
  const photo = `profile-photos/${data.user?.id}-1.jpg`;
  const upload = await client.storage
    .from('imagenes')
    .upload(photo, await picture(), { contentType: 'image/jpeg' });
  expect(upload.error).toBeNull();
  for (const { url } of [first, second])
    expect((await fetch(`${url}/storage/v1/object/public/imagenes/${photo}`)).status).toBe(200);
}

test('the two servers of the compose file serve each other’s sessions, rows and photos', async () => {
  const file = { ...keys, DOMAIN: 'app.example.cl', POSTGRES_PASSWORD: 'pw', S3_SECRET_ACCESS_KEY: 's3' };
  const { app1, app2 } = await readServices(file);
  const here = { DATABASE_URL: postgres.url, ...s3.environment };
  await using first = await start({ ...file, ...app1?.environment, ...here });
  await using second = await start({ ...file, ...app2?.environment, ...here });
  await serveTogether(first, second);
}, 60_000);

test('the pods of the Kubernetes example do, too, with secrets in files, and respond to their probes', async () => {
  const secrets = join(folder, 'secrets');
  const { S3_ENDPOINT, S3_BUCKET, S3_PREFIX, ...store } = s3.environment as Record<string, string>;
  const secret: Values = { ...keys, ...store, DATABASE_URL: postgres.url };
  await mkdir(secrets);
  for (const [name, value] of Object.entries(secret)) await writeFile(join(secrets, name), value);
  const { container } = await readPod();
  const mount = container.volumeMounts?.find(({ name }) => name === 'secrets')?.mountPath ?? '';
  const environment = Object.fromEntries(
    (container.env ?? []).map(({ name, value, valueFrom }) => [
      name,
      valueFrom ? (secret[valueFrom.secretKeyRef?.key ?? ''] ?? '') : (value ?? '').replace(mount, secrets),
    ]),
  );
  const here = { S3_ENDPOINT: S3_ENDPOINT ?? '', S3_BUCKET: S3_BUCKET ?? '', S3_PREFIX: S3_PREFIX ?? '' };
  await using first = await start({ ...environment, ...here });
  await using second = await start({ ...environment, ...here });
  await serveTogether(first, second);
  const { startupProbe, livenessProbe, readinessProbe } = container;
  for (const probe of [startupProbe, livenessProbe, readinessProbe])
    expect((await fetch(first.url + probe?.httpGet?.path)).status).toBe(200);
}, 60_000);
