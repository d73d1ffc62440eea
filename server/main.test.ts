import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { databasePid, ended, isAlive, runProgram, type Program } from '../backend/testing/processes.ts';
import { startProductApp } from './testing/app.ts';
import { createServers } from './testing/servers.ts';

describe('on an empty folder', () => {
  const shared = createServers(beforeAll, afterAll);
  let server: Program;
  beforeAll(async () => {
    server = await shared.started({ WHATSAPP_NUMBER: '912345678' });
  });

  test('a Chilean number without its country code is understood, and the start says how', async () => {
    expect(server.output()).toContain('WhatsApp: +56 9 1234 5678\n');
    const published = `select content #>> '{company,whatsappNumber}' as number from content_releases`;
    expect(await shared.query(published)).toEqual([{ number: '+56912345678' }]);
  });

  test('a number of before that nobody can dial is told at the start', async () => {
    const said = async (number: string): Promise<string> => {
      await shared.query(
        `update content_releases set content = jsonb_set(content, '{company,whatsappNumber}', '"${number}"')`,
      );
      await shared.end(server, 'SIGTERM');
      server = await shared.started();
      return server.output();
    };
    expect(await said('9 8765 4321')).toContain('WhatsApp: +56 9 8765 4321\n');
    expect(await said('98765432')).toContain(
      'WhatsApp: “98765432” is no telephone number. Correct it in the panel',
    );
  });

  test('prints the address and how to make an administrator, and writes durably', async () => {
    expect(server.output()).toContain(`http://127.0.0.1:${shared.port}`);
    expect(server.output()).toContain('npm run admin');
    expect(await (await shared.tours()).json()).toHaveLength(2);
    expect((await stat(join(shared.dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
    // K3: it flushes acknowledged writes to the disk.
    const durable = await shared.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums') order by name`,
    );
    expect(durable.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
      'data_checksums on',
      'fsync on',
      'full_page_writes on',
      'synchronous_commit on',
    ]);
  });

  test('a server that has seen no picture has not loaded the decoder', async () => {
    const files = await readFile(`/proc/${server.process.pid}/maps`, 'utf8');
    expect(files).toContain('argon2');
    expect(files).not.toContain('libvips');
  });

  test('K2 a second server on the same folder names the holder and ends; the first goes on', async () => {
    const second = shared.launch({ PORT: '0' });
    expect(await ended(second)).toBe(1);
    expect(second.output()).toContain(`process id ${server.process.pid}`);
    expect(second.output()).toContain(shared.dataDir);
    expect((await shared.tours()).status).toBe(200);
  });

  test('shuts down cleanly, and its database with it', async () => {
    const pid = await databasePid(shared.dataDir);
    await shared.end(server, 'SIGTERM');
    expect(server.process.exitCode).toBe(0);
    expect(isAlive(pid)).toBe(false);
    expect(server.output()).not.toContain('"level":"error"');
  });

  test('K1 restarts a killed database process; meanwhile requests get 503', async () => {
    const next = await shared.started();
    process.kill(await databasePid(shared.dataDir), 'SIGKILL');
    const statuses = new Set<number>();
    await expect
      .poll(
        async () => {
          const { status } = await shared.tours();
          statuses.add(status);
          return statuses.has(503) && status;
        },
        { timeout: 20_000, interval: 20 },
      )
      .toBe(200);
    expect([...statuses].filter((status) => status !== 200)).toEqual([503]);
    expect(next.output()).toContain('the database ended unexpectedly');
    await shared.end(next, 'SIGTERM');
    expect(next.process.exitCode).toBe(0);
  });
});

const servers = createServers();

test('a mistyped SUPABASE_DIR prints one sentence, and nothing is made', async () => {
  const dataDir = join(servers.dataDir, 'data');
  const mistyped = join(servers.dataDir, 'supabse');
  const server = servers.launch({ SUPABASE_DIR: mistyped, DATA_DIR: dataDir });
  expect(await ended(server)).toBe(1);
  expect(server.output().trim()).toBe(
    `SUPABASE_DIR is “${mistyped}”, which holds no project: neither config.toml nor migrations. Set it to the project's supabase folder.`,
  );
  await expect(stat(dataDir)).rejects.toThrow('ENOENT');
});

test.each(['1', '2'])(
  'with WORKERS=%s it notices a port in use before it makes a database',
  async (WORKERS) => {
    const other = createServer().listen(servers.port, '127.0.0.1');
    await once(other, 'listening');
    const server = servers.launch({ WORKERS });
    expect(await ended(server)).toBe(1);
    other.close();
    expect(server.output().trim()).toBe(
      `Port ${servers.port} on 127.0.0.1 is in use. Set PORT to another one.`,
    );
    expect(await readdir(servers.dataDir)).not.toContain('postgres');
  },
);

test('two servers that start at once agree on one whole set of secrets, and leave no copy', async () => {
  const script = `const { loadSecrets } = await import('./backend/config/secrets.ts');
    console.log((await loadSecrets(process.env.DATA_DIR)).secretKey);`;
  const both = [1, 2, 3].map(() =>
    runProgram(process.execPath, ['--input-type=module', '-e', script], { DATA_DIR: servers.dataDir }),
  );
  for (const program of both) expect(await ended(program), program.output()).toBe(0);
  const kept = JSON.parse(await readFile(join(servers.dataDir, 'secrets.json'), 'utf8')) as {
    secretKey: string;
  };
  expect(new Set(both.map((program) => program.output().trim()))).toEqual(new Set([kept.secretKey]));
  expect(await readdir(servers.dataDir)).toEqual(['secrets.json']);
});

test('DATABASE_URL: names the missing rights of an account, and makes nothing', async () => {
  const host = inject('socketFolder');
  const [database, account] = [`foreign_${process.pid}`, `guest_${process.pid}`];
  const client = new pg.Client({ host, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query(`create database ${database}`);
  await client.query(`create role ${account} login`);
  const refused = async (): Promise<string> => {
    const server = servers.launch({ DATABASE_URL: `postgres://${account}@/${database}?host=${host}` });
    expect(await ended(server)).toBe(1);
    return server.output().trim();
  };
  const own = `alter database "${database}" owner to "${account}"`;
  const create = `alter role "${account}" createrole`;
  const remedy = 'Run as an administrator of PostgreSQL:';
  expect(await refused()).toBe(
    `The account “${account}” of DATABASE_URL must own the database “${database}” and create roles. ${remedy} ${own}; ${create};`,
  );
  await client.query(create);
  expect(await refused()).toBe(
    `The account “${account}” of DATABASE_URL must own the database “${database}”. ${remedy} ${own};`,
  );
  await client.query(`drop database ${database} with (force)`);
  await client.query(`drop role ${account}`);
  await client.end();
});

test('DATABASE_URL: migrates and uses an existing PostgreSQL as an account that is no superuser', async () => {
  const host = inject('socketFolder');
  const [database, account] = [`existing_${process.pid}`, `manager_${process.pid}`];
  const administrate = async (sql: string): Promise<void> => {
    const client = new pg.Client({ host, user: 'postgres', database: 'postgres' });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await administrate(`create role ${account} login createrole`);
  // Roles belong to the whole PostgreSQL; the first server of a test run makes these.
  await (await startProductApp())[Symbol.asyncDispose]();
  for (const role of ['anon', 'authenticated', 'service_role', 'authenticator'])
    await administrate(`grant ${role} to ${account} with admin option`);
  await administrate(`create database ${database} owner ${account}`);
  const server = await servers.started({ DATABASE_URL: `postgres://${account}@/${database}?host=${host}` });
  expect(await (await servers.tours()).json()).toHaveLength(2);
  await expect(stat(join(servers.dataDir, 'postgres'))).rejects.toThrow('ENOENT');
  await servers.end(server, 'SIGTERM');
  expect(server.process.exitCode).toBe(0);
  await administrate(`drop database ${database} with (force)`);
});
