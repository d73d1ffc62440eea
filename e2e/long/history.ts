import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
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

/**
 * Unpacks another version of this repository, which runs on the packages and the built page of this one.
 * @returns its folder; undefined without a history that has this revision
 */
export async function unpackVersion(folder: string, revision: string): Promise<string | undefined> {
  const [archive, place] = [join(folder, `${revision}.tar`), join(folder, revision)];
  if (git('archive', '--output', archive, revision) === undefined) return undefined;
  await mkdir(place);
  execFileSync('tar', ['-xf', archive, '-C', place]);
  for (const name of ['node_modules', 'dist']) await symlink(join(root, name), join(place, name));
  return place;
}
