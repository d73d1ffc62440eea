import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ended } from '../../backend/testing/processes.ts';
import { createServers } from '../../server/testing/servers.ts';

const servers = createServers();

test('K6 backs up beside a running server; a restore that was killed begins anew', async () => {
  const server = await servers.started();
  const made = servers.command('backup.ts');
  expect(await ended(made), made.output()).toBe(0);
  const [name = ''] = await readdir(join(servers.dataDir, 'backups'));
  const archive = join(servers.dataDir, 'backups', name);
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  const refused = servers.command('restore.ts', archive);
  expect(await ended(refused)).toBe(1);
  expect(refused.output()).toContain(`process id ${server.process.pid}`);
  await servers.end(server, 'SIGTERM');
  const stopped = servers.command('backup.ts', join(servers.dataDir, 'stopped.tar.gz'));
  expect(await ended(stopped), stopped.output()).toBe(0);

  for (const part of ['postgres', 'secrets.json']) await rm(join(servers.dataDir, part), { recursive: true });
  const killed = servers.command('restore.ts', archive);
  await expect
    .poll(() => stat(join(servers.dataDir, 'restoring', 'postgres')).catch(() => undefined), {
      timeout: 20_000,
    })
    .toBeDefined();
  await servers.end(killed, 'SIGKILL');
  const early = servers.launch();
  expect(await ended(early)).toBe(1);
  expect(early.output()).toContain('was not finished. Run it again');
  const again = servers.command('restore.ts', archive);
  expect(await ended(again), again.output()).toBe(0);
  await servers.started();
  expect(await (await servers.tours()).json()).toHaveLength(2);
});

test('K6: explains a missing archive, and a folder in place of a file, in one sentence', async () => {
  await servers.started();
  const said = async (script: string, path: string): Promise<string> => {
    const program = servers.command(script, path);
    expect(await ended(program)).toBe(1);
    return program.output().trim();
  };
  const missing = join(servers.dataDir, 'missing.tar.gz');
  expect(await said('restore.ts', missing)).toBe(`There is no archive ${missing}.`);
  expect(await said('restore.ts', servers.dataDir)).toBe(
    `${servers.dataDir} is a folder. Name the archive file.`,
  );
  expect(await said('backup.ts', servers.dataDir)).toBe(
    `${servers.dataDir} is a folder. Name the file to write, such as ${servers.dataDir}/backup.tar.gz.`,
  );
});
