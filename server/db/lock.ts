import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another server uses the data folder; the message names it. */
export class DataFolderInUseError extends Error {}

interface Holder {
  readonly pid: number;
  readonly address: string;
  readonly since: string;
}

/** Folders and files of earlier versions were readable by all. A folder that belongs to another account stays as it is. */
async function makePrivate(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error;
  });
}

/**
 * Takes the data folder for this process, and closes it to other accounts. The lock is one that the operating system keeps for an open file (taken
 * through SQLite, which Node brings: Node has no call of its own for it), so it ends with its holder, also after
 * `kill -9`, and nobody has to guess whether a lock is stale.
 * @throws DataFolderInUseError when another process holds it.
 */
export async function lockDataFolder(dataDir: string, address: string): Promise<Disposable> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await makePrivate(dataDir, 0o700);
  const holderPath = join(dataDir, 'server.json');
  const lockPath = join(dataDir, 'server.lock');
  const lock = new DatabaseSync(lockPath);
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch {
    lock.close();
    const holder = await readFile(holderPath, 'utf8')
      .then((text) => JSON.parse(text) as Holder)
      .catch(() => undefined);
    const who = holder
      ? `the server with process id ${holder.pid} (${holder.address}, running since ${holder.since})`
      : 'another server';
    throw new DataFolderInUseError(
      `The data folder ${dataDir} is in use by ${who}. Stop that server first, or set DATA_DIR to another folder.`,
    );
  }
  const holder: Holder = { pid: process.pid, address, since: new Date().toISOString() };
  await writeFile(holderPath, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  for (const path of [lockPath, holderPath]) await makePrivate(path, 0o600);
  return { [Symbol.dispose]: () => lock.close() };
}
