import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createInstallation } from './installation.ts';
import { startLoad } from './load.ts';

const run = promisify(execFile);

/** A file system inside of a file: what was not flushed is not in the file, as it would not be on a disk. */
async function mountImage(image: string, folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  return run('mount', ['-o', 'loop', image, folder]).then(
    () => true,
    () => false,
  );
}

/** All processes of an installation: the server, PostgreSQL and its children. */
async function processesOf(server: number, database: number): Promise<number[]> {
  const children: number[] = [];
  for (const name of (await readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === database) children.push(Number(name));
  }
  return [server, database, ...children];
}

test('K3 a power cut: what was not flushed is dropped, and everything that was acknowledged is there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'transfer-power-'));
  const [image, after] = [join(folder, 'disk'), join(folder, 'disk-after-the-cut')];
  const [mounted, mountedAfter] = [join(folder, 'mounted'), join(folder, 'mounted-after')];
  {
    await using file = await open(image, 'w');
    await file.truncate(768 * 1024 * 1024);
  }
  await run('mkfs.ext4', ['-q', '-F', image]).catch(() => {});
  if (!(await mountImage(image, mounted)))
    return console.log(
      'No file system can be mounted here: a power cut cannot be shown, server/main.test.ts shows K3.',
    );
  await run('chmod', ['755', folder]);
  await using stack = new AsyncDisposableStack();
  stack.defer(async () => {
    for (const each of [mounted, mountedAfter]) await run('umount', ['-l', each]).catch(() => {});
    await rm(folder, { recursive: true, force: true });
  });
  // No commits of the file system's own accord: only what is flushed counts.
  await run('mount', ['-o', 'remount,commit=600', mounted]);
  const before = stack.use(await createInstallation({}, join(mounted, 'data')));
  await before.start();
  const load = await startLoad(before);
  await expect.poll(() => load.acknowledged(), { timeout: 120_000, interval: 10 }).toBeGreaterThan(100);
  const { server, database } = await before.pids();
  const processes = await processesOf(server, database);
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  await cp(image, after);
  const stopped = load.stop();
  for (const pid of processes.toReversed()) process.kill(pid, 'SIGKILL');
  await before.end('SIGKILL');
  await stopped;

  expect(await mountImage(after, mountedAfter)).toBe(true);
  const restarted = stack.use(await createInstallation({}, join(mountedAfter, 'data'), before.address));
  await restarted.ageStoredFiles();
  await restarted.start();
  await load.expectNothingLost(restarted);
});
