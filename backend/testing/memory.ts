import { readFile, statfs } from 'node:fs/promises';

/** Where Linux keeps files in memory. */
const folder = '/dev/shm';
/** Several times what a run of the tests has there at once. */
const enoughRoomBytes = 2 * 1024 ** 3;

/**
 * Keeps temporary files of the run, and of the programs it starts, in memory where there is room: tests create database
 * clusters all the time, and PostgreSQL syncs every file of one. Some tests run programs from there.
 */
export async function keepTemporaryFilesInMemory(): Promise<void> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const options = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, path]) => path === folder)?.[3];
  if (options === undefined || options.split(',').includes('noexec')) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= enoughRoomBytes) process.env['TMPDIR'] = folder;
}
