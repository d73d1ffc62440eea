import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../backend/testing/processes.ts';

/** Runs git in this repository; undefined when it fails, as in an installation without a history. */
export function git(...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

/** Gives a version the packages that it names: those of this one, unless they differ. */
async function addPackages(place: string): Promise<void> {
  const [own, its] = await Promise.all(
    [root, place].map((folder) => readFile(join(folder, 'package-lock.json'), 'utf8')),
  );
  if (own === its) return symlink(join(root, 'node_modules'), join(place, 'node_modules'));
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: place,
    stdio: 'ignore',
  });
}

/**
 * Unpacks another version of this repository, which runs on the built page of this one.
 * @returns its folder; undefined without a history that has this revision
 */
export async function unpackVersion(folder: string, revision: string): Promise<string | undefined> {
  const [archive, place] = [join(folder, `${revision}.tar`), join(folder, revision)];
  if (git('archive', '--output', archive, revision) === undefined) return undefined;
  await mkdir(place);
  execFileSync('tar', ['-xf', archive, '-C', place]);
  await addPackages(place);
  await symlink(join(root, 'dist'), join(place, 'dist'));
  return place;
}
