import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded.ts';
import { lockDataFolder } from './lock.ts';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'transfer-access-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function mode(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

/** Output of `ls` as another account of the machine; as our own account when we are not root. */
function listAsStranger(path: string): string {
  const account = isRoot ? { uid: nobody, gid: nobody } : {};
  const { stdout, stderr } = spawnSync('ls', ['-a', path], { encoding: 'utf8', cwd: '/', ...account });
  return stdout + stderr;
}

test('V23.10: only the server’s account can enter the data folder, even one that was open', async () => {
  const [lockPath, holderPath] = [join(dataDir, 'server.lock'), join(dataDir, 'server.json')];
  await chmod(dataDir, 0o755);
  await writeFile(lockPath, '', { mode: 0o644 });
  using _lock = await lockDataFolder(dataDir, 'test');
  expect([await mode(dataDir), await mode(lockPath), await mode(holderPath)]).toEqual([0o700, 0o600, 0o600]);
  const inner = join(dataDir, 'new', 'data');
  await mkdir(join(dataDir, 'new'));
  using _other = await lockDataFolder(inner, 'test');
  expect([await mode(inner), await mode(join(inner, 'server.lock'))]).toEqual([0o700, 0o600]);
});

test('root takes no data folder away from the account that runs the server', async () => {
  if (!isRoot) return;
  execFileSync('chown', [`${nobody}:${nobody}`, dataDir]);
  await expect(lockDataFolder(dataDir, 'test')).rejects.toThrow(
    `The data folder ${dataDir} belongs to the account with user id ${nobody}, and no server runs on it.`,
  );
  expect((await stat(dataDir)).uid).toBe(nobody);
});

test('V23.10: takes over a database that belongs to `nobody`, with its rows', async () => {
  const query = async (connection: pg.ClientConfig, sql: string): Promise<unknown[]> => {
    const client = new pg.Client(connection);
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows;
  };
  {
    await using first = await startEmbeddedPostgres(dataDir, () => {});
    await query(first.connection, 'create table kept as select 7 as value');
  }
  const path = join(dataDir, 'postgres');
  if (isRoot) execFileSync('chown', ['-R', `${nobody}:${nobody}`, path]);
  await using second = await startEmbeddedPostgres(dataDir, () => {});
  expect(await query(second.connection, 'select value from kept')).toEqual([{ value: 7 }]);
  if (isRoot) expect((await stat(join(path, 'base'))).uid).not.toBe(nobody);
});

describe('the built-in database', () => {
  let folder = '';
  let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transfer-access-'));
    postgres = await startEmbeddedPostgres(folder, () => {});
  });
  afterAll(async () => {
    await postgres[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  test('V23.10: programs of other accounts, including `nobody`, reach neither the database nor its files', async () => {
    const socketFolder = String(postgres.connection.host);
    const [pid = ''] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    for (const path of [socketFolder, join(folder, 'postgres')]) {
      expect(await mode(path)).toBe(0o700);
      const { uid } = await stat(path);
      if (isRoot) expect([0, nobody]).not.toContain(uid);
      else expect(uid).toBe(process.getuid?.());
    }
    if (isRoot)
      for (const path of [socketFolder, join(folder, 'postgres'), `/proc/${pid}/cwd/`, `/proc/${pid}/fd/`])
        expect(listAsStranger(path)).toContain('Permission denied');
  });

  test('V2: bounds the memory of one connection of the built-in database', async () => {
    const client = new pg.Client(postgres.connection);
    await client.connect();
    const { rows } = await client.query<{ name: string; setting: string }>(
      `select name, current_setting(name) as setting from pg_settings where name in
         ('work_mem', 'hash_mem_multiplier', 'temp_file_limit', 'max_parallel_workers_per_gather') order by name`,
    );
    await client.end();
    expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
      'hash_mem_multiplier 1',
      'max_parallel_workers_per_gather 0',
      'temp_file_limit 1GB',
      'work_mem 4MB',
    ]);
  });
});
