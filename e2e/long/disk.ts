import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const mebibyte = 1024 * 1024;

/** A file system of its own, which a test fills. */
export interface SmallDisk extends AsyncDisposable {
  readonly folder: string;
  /** Takes space until `left` MiB are free. */
  fill(left: number): Promise<void>;
  /** Gives back what `fill` took. */
  empty(): Promise<void>;
}

/** In MiB. */
async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return (bavail * bsize) / mebibyte;
}

/**
 * Mounts a file system in memory, for which the tests have to be root.
 * @param size in MiB
 * @returns undefined where that is not allowed
 */
export async function mountSmallDisk(size: number): Promise<SmallDisk | undefined> {
  const mountPoint = await mkdtemp(join(tmpdir(), 'transfer-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size}m,mode=755`, 'tmpfs', mountPoint]);
  } catch {
    await rm(mountPoint, { recursive: true });
    return undefined;
  }
  const folder = join(mountPoint, 'data');
  await mkdir(folder);
  const filler = join(mountPoint, 'filler');
  const block = Buffer.alloc(mebibyte, 1);
  return {
    folder,
    async fill(left) {
      await using file = await open(filler, 'a');
      try {
        while ((await freeSpace(mountPoint)) >= left + 1) await file.appendFile(block);
        while ((await freeSpace(mountPoint)) > left) await file.appendFile(block.subarray(0, 4096));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    empty: () => rm(filler, { force: true }),
    async [Symbol.asyncDispose]() {
      await run('umount', ['-l', mountPoint]);
      await rm(mountPoint, { recursive: true });
    },
  };
}
