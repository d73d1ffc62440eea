import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import { startS3, type TestS3 } from '../../backend/testing/object-store.ts';
import { picture } from '../../backend/testing/storage.ts';
import { ended, freePort, root, runProgram, untilSaid } from '../../backend/testing/processes.ts';
import { startManagedPostgres, type ManagedPostgres } from '../../backend/testing/servers.ts';

type Values = Readonly<Record<string, string>>;

/** A server that started with the environment of an installation's file. */
export interface ReadyServer extends AsyncDisposable {
  readonly url: string;
}

/** The services that the files of `deploy/` need: a PostgreSQL, a store, and the operator's keys. */
export interface Ground extends AsyncDisposable {
  readonly postgres: ManagedPostgres;
  readonly s3: TestS3;
  readonly keys: Values;
  start(environment: Values, port?: number): Promise<ReadyServer>;
}

export async function createGround(): Promise<Ground> {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await startManagedPostgres());
  const s3 = stack.use(await startS3());
  const folder = await mkdtemp(join(tmpdir(), 'transfer-ready-made-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const secrets = runProgram(process.execPath, ['tools/secrets.ts'], {});
  expect(await ended(secrets)).toBe(0);
  const resources = stack.move();
  return {
    postgres,
    s3,
    keys: parseEnv(secrets.output()) as Values,
    async start(environment, port) {
      const own = port ?? (await freePort());
      const settings = {
        ...environment,
        PORT: String(own),
        SUPABASE_DIR: join(root, 'supabase'),
        DRAIN_SECONDS: '0',
      };
      const program = runProgram(process.execPath, [join(root, 'server/main.ts')], settings, folder);
      await untilSaid(program, 'is ready');
      return {
        url: `http://127.0.0.1:${own}`,
        async [Symbol.asyncDispose]() {
          program.process.kill('SIGTERM');
          expect(await ended(program)).toBe(0);
        },
      };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** A driver registers at the first address; each of the others knows the session and serves row and photo. */
export async function serveTogether(key: string, first: string, others: readonly string[]): Promise<void> {
  const client = createClient(first, key, { auth: { persistSession: false } });
  const email = `${randomUUID()}@example.com`;
  const { data, error } = await client.auth.signUp({ email, password: 'cordillera nevada 7' });
  expect(error).toBeNull();
  const headers = { apikey: key, authorization: `Bearer ${data.session?.access_token}` };
  const row = { name: 'Diego Fuentes', license_plate: 'DFGH12', driver_code: randomUUID().slice(0, 8) };
  const driver = await client.from('drivers').insert(row).select('id').single();
  expect(driver.error).toBeNull();
  const photo = `profile-photos/${data.user?.id}-1.jpg`;
  const upload = await client.storage
    .from('imagenes')
    .upload(photo, await picture(), { contentType: 'image/jpeg' });
  expect(upload.error).toBeNull();
  for (const url of [first, ...others]) {
    const read = await fetch(`${url}/rest/v1/drivers?select=name&id=eq.${driver.data?.id}`, { headers });
    expect(await read.json()).toEqual([{ name: row.name }]);
    expect((await fetch(`${url}/storage/v1/object/public/imagenes/${photo}`)).status).toBe(200);
  }
}
