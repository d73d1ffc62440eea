import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { endLeftPostgres } from '../db/embedded.ts';
import { syncFolder } from '../disk/atomic-file.ts';
import { OperatorError } from '../util/operator-error.ts';

/** Contents of a data folder; `postgres` comes last, so that no server finds a database without its files. */
const parts = ['secrets.json', 'files', 'postgres'] as const;

/** Folder of a restore until it is complete. No server starts while it exists. */
export function stagingFolder(dataDir: string): string {
  return join(dataDir, 'restoring');
}

/** The checksum of an unfinished restore's archive; undefined without such a restore. */
export async function unfinishedRestore(dataDir: string): Promise<string | undefined> {
  if (!(await stat(stagingFolder(dataDir)).catch(() => undefined))) return undefined;
  return readFile(join(stagingFolder(dataDir), 'archive'), 'utf8').catch(() => '');
}

/** @throws OperatorError that says how to go on */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  if ((await unfinishedRestore(dataDir)) !== undefined)
    throw new OperatorError(
      `A restore into ${dataDir} was not finished. Run it again, with the same archive or another one: npm run restore -- <archive>`,
    );
}

/** Joins a name of the archive to the folder. @throws OperatorError for names that leave the folder */
export function below(folder: string, name: string): string {
  const path = normalize(join(folder, name));
  if (!path.startsWith(folder + sep)) throw new OperatorError(`The archive has a file “${name}”.`);
  return path;
}

/** Moves the parts from the staging folder to their places. */
export async function placeParts(dataDir: string): Promise<void> {
  for (const part of parts) {
    const staged = join(stagingFolder(dataDir), part);
    if (existsSync(staged)) await rename(staged, join(dataDir, part));
  }
  await syncFolder(dataDir);
}

/** Ends a restore: servers start again. */
export async function finishRestore(dataDir: string): Promise<void> {
  await rm(stagingFolder(dataDir), { recursive: true });
  await syncFolder(dataDir);
}

/** Removes restored parts from the data folder, which was empty before the first attempt. */
async function clear(dataDir: string): Promise<void> {
  for (const part of parts)
    for (const folder of [dataDir, stagingFolder(dataDir)])
      await rm(join(folder, part), { recursive: true, force: true });
}

/** Undoes a failed restore, so that servers can start again. */
export async function abandonRestore(dataDir: string): Promise<void> {
  await clear(dataDir);
  await finishRestore(dataDir);
}

/** @throws OperatorError when the folder holds an installation, unless an unfinished restore has put it there */
export async function refuseHeldFolder(dataDir: string): Promise<void> {
  if ((await unfinishedRestore(dataDir)) !== undefined) return;
  for (const part of parts)
    if (existsSync(join(dataDir, part)))
      throw new OperatorError(`${dataDir} is not empty: it holds “${part}”. Restore into an empty folder.`);
}

/** Begins a restore in an empty staging folder. @param mark names what is restored */
export async function beginRestore(dataDir: string, mark: string): Promise<void> {
  await mkdir(stagingFolder(dataDir), { recursive: true, mode: 0o700 });
  await endLeftPostgres(stagingFolder(dataDir), () => {});
  await clear(dataDir);
  await writeFile(join(stagingFolder(dataDir), 'archive'), mark, { mode: 0o600, flush: true });
  await syncFolder(dataDir);
}
