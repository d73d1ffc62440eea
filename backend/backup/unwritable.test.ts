import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../testing/processes.ts';
import { emptyInstallation, openInstallation } from '../testing/backup.ts';

/*
 * `npm run backup` where the archive cannot be written: a sentence that names the file and the reason, and nothing is left.
 */

const stack = new AsyncDisposableStack();
let dataDir = '';
let folder = '';
beforeAll(async () => {
  const installation = await emptyInstallation(stack, false);
  await openInstallation(installation, stack);
  dataDir = installation.dataDir;
  folder = await mkdtemp(join(tmpdir(), 'transfer-unwritable-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'file'), '');
  await mkdir(join(folder, 'room'));
}, 60_000);
afterAll(() => stack.disposeAsync());

/** Runs the command with a limit on the size of a file, in KiB. */
function backup(path: string, limit = 'unlimited'): Promise<{ code: number; output: string }> {
  const command = `ulimit -f ${limit}; exec "$0" tools/backup.ts "$1"`;
  return new Promise((done) =>
    execFile(
      'bash',
      ['-c', command, process.execPath, path],
      { cwd: root, env: { ...process.env, DATA_DIR: dataDir } },
      (error, stdout, stderr) =>
        done({
          code: Number(error?.code ?? 0),
          output: (stdout + stderr).trim().replaceAll(folder, 'FOLDER'),
        }),
    ),
  );
}

const kept = 'Nothing of the backup was kept. Make room there, or name another file.';

test.for([
  [
    'FOLDER/room/large.tar.gz',
    '1',
    `FOLDER/room/large.tar.gz cannot be written: the file would be larger than this account or the disk allows. ${kept}`,
  ],
  [
    'FOLDER/file/b.tar.gz',
    undefined,
    'The folder FOLDER/file cannot be made: it is a file, not a folder. Name a file in another folder.',
  ],
  [
    '/proc/x/b.tar.gz',
    undefined,
    'The folder /proc/x cannot be made: no file or folder can be made there. Name a file in another folder.',
  ],
  [
    '/proc/b.tar.gz',
    undefined,
    `/proc/b.tar.gz cannot be written: no file or folder can be made there. ${kept}`,
  ],
] as const)('O5 a backup to %s fails in one sentence', async ([path, limit, sentence]) => {
  expect(await backup(path.replace('FOLDER', folder), limit)).toEqual({ code: 1, output: sentence });
  expect(await readdir(join(folder, 'room'))).toEqual([]);
});

test('O5 a file name that is too long is refused in one sentence', async () => {
  const path = join(folder, 'room', 'x'.repeat(250));
  expect((await backup(path)).output).toMatch(
    / cannot be written: its name is too long\. Nothing of the backup/,
  );
});
