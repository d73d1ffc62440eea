import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ended, freePort, runProgram } from '../../backend/testing/processes.ts';
import { mountSmallDisk, type SmallDisk } from './disk.ts';
import { createServers } from '../../server/testing/servers.ts';

/*
 * Disks that are full from the beginning. Mounting them takes root; elsewhere the tests of `backend/backup/unwritable.test.ts`
 * show the same with a limit on the size of a file.
 */

const servers = createServers();

async function smallDisk(size: number, left: number): Promise<SmallDisk | undefined> {
  const disk = await mountSmallDisk(size);
  await disk?.fill(left);
  return disk;
}

test('O5 O7b a backup and a restore onto a full disk say so, and leave nothing', async () => {
  const server = await servers.started();
  const archive = join(servers.dataDir, 'backup.tar.gz');
  expect(await ended(servers.command('backup.ts', archive))).toBe(0);

  await using tiny = await smallDisk(2, 0);
  if (!tiny) return;
  const target = join(tiny.folder, 'b.tar.gz');
  const refused = servers.command('backup.ts', target);
  expect(await ended(refused)).toBe(1);
  expect(refused.output().trim()).toBe(
    `${target} cannot be written: the disk is full. Nothing of the backup was kept. Make room there, or name another file.`,
  );
  expect(await readdir(tiny.folder)).toEqual([]);
  await servers.end(server, 'SIGTERM');

  // Room for nothing, for a part of a database, and for most of it.
  for (const left of [1, 20, 35]) {
    await using disk = await smallDisk(64, left);
    if (!disk) return;
    const restore = runProgram(process.execPath, ['tools/restore.ts', archive], { DATA_DIR: disk.folder });
    expect(await ended(restore)).toBe(1);
    expect(restore.output().trim()).toMatch(/^[^\n]*the disk[^\n]* is full[^\n]*$/i);
    expect(await readdir(disk.folder)).toEqual(['server.json', 'server.lock']);
    await disk.empty();
  }
});

test('O7c a first start on a full disk says so, and leaves no half of a database', async () => {
  for (const left of [1, 30]) {
    await using disk = await smallDisk(128, left);
    if (!disk) return;
    const settings = { DATA_DIR: disk.folder, PORT: String(await freePort()), MIN_FREE_SPACE: '0' };
    const start = runProgram(process.execPath, ['server/main.ts'], settings);
    expect(await ended(start)).toBe(1);
    expect(start.output().trim()).toBe(
      'The database could not be created: the disk of the data folder is full. Make room, and start again.',
    );
    expect(await readdir(disk.folder)).toEqual(['secrets.json', 'server.json', 'server.lock']);
  }
});
