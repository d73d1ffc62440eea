import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, freePort, runProgram, untilSaid } from '../../backend/testing/processes.ts';
import { startTlsPostgres, type TlsPostgres } from '../../backend/testing/tls-postgres.ts';
import { createDriver, readKey } from './driver.ts';
import { createInstallation } from './installation.ts';

/*
 * docs/operations.md: a restore moves an installation between the built-in PostgreSQL and DATABASE_URL. The other database is
 * on another machine, which accepts TLS alone.
 */

const stack = new AsyncDisposableStack();
let folder = '';
let postgres: TlsPostgres;
let address = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-other-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  postgres = stack.use(await startTlsPostgres());
  await writeFile(join(folder, 'root.crt'), postgres.authority);
  address = `${postgres.address}?sslrootcert=${folder}/root.crt`;
});
afterAll(() => stack.disposeAsync());

type Environment = Readonly<Record<string, string>>;

async function command(script: string, args: readonly string[], environment: Environment): Promise<string> {
  const program = runProgram(process.execPath, [join('tools', script), ...args], environment);
  expect(await ended(program), program.output()).toBe(0);
  return program.output();
}

/** Starts a server, signs the administrator in, and gives the number of tours that it has. */
async function tryServer(environment: Environment, password: string): Promise<number> {
  const port = await freePort();
  const server = runProgram(process.execPath, ['server/main.ts'], { ...environment, PORT: String(port) });
  await untilSaid(server, 'is ready');
  expect(server.output()).not.toContain('There is no administrator yet');
  const apikey = await readKey({ dataDir: environment['DATA_DIR']! });
  const headers = { apikey, 'content-type': 'application/json' };
  const at = `http://127.0.0.1:${port}`;
  const signedIn = await fetch(`${at}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: 'carla@example.com', password }),
  });
  expect(signedIn.status).toBe(200);
  const tours = (await (
    await fetch(`${at}/rest/v1/time_based_routes?select=id`, { headers })
  ).json()) as unknown[];
  server.process.kill('SIGTERM');
  expect(await ended(server)).toBe(0);
  return tours.length;
}

test('O1 an installation moves from the built-in database to one on another machine, and back', async () => {
  const password = 'cordillera nevada 7';
  await using installation = await createInstallation();
  await installation.start();
  const driver = await createDriver(installation, await readKey(installation));
  await driver.register();
  await command('admin.ts', ['carla@example.com', '--password', password], {
    DATA_DIR: installation.dataDir,
  });
  const there = join(folder, 'there.tar.gz');
  await command('backup.ts', [there], { DATA_DIR: installation.dataDir });
  await installation.end('SIGTERM');

  const external = { DATA_DIR: join(folder, 'external'), DATABASE_URL: address };
  expect(await command('restore.ts', [there], external)).toContain('is restored');
  expect(await tryServer(external, password)).toBe(2);
  const drivers = 'select count(*)::int as drivers from public.drivers';
  expect(await command('sql.ts', [drivers], external)).toBe('{"drivers":1}\n');

  const back = join(folder, 'back.tar.gz');
  await command('backup.ts', [back], external);
  const builtIn = { DATA_DIR: join(folder, 'built-in') };
  expect(await command('restore.ts', [back], builtIn)).toContain('is restored');
  expect(await tryServer(builtIn, password)).toBe(2);
  expect(await command('sql.ts', [drivers], builtIn)).toBe('{"drivers":1}\n');
});
