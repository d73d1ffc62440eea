import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDataFolder } from '../config/data-folder.ts';
import { OperatorError } from '../util/operator-error.ts';

/** The process that holds the data folder exclusively. */
export interface FolderHolder {
  readonly pid: number;
  /** The server's public address, or the name of the command. */
  readonly address: string;
  /** The server's address on this machine; absent for commands. */
  readonly local?: string | undefined;
  readonly since: string;
}

/** Another process uses the data folder; the message names it. */
export class DataFolderInUseError extends OperatorError {
  /** Undefined when several servers share the folder. */
  readonly holder: FolderHolder | undefined;
  constructor(message: string, holder?: FolderHolder) {
    super(message);
    this.holder = holder;
  }
}

/** Closes a folder or file to other accounts. Another account's folder stays as it is. */
async function makePrivate(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error;
  });
}

const lockFile = 'server.lock';
const holderFile = 'server.json';

async function openFolder(dataDir: string): Promise<DatabaseSync> {
  await makeDataFolder(dataDir);
  await makePrivate(dataDir, 0o700);
  return new DatabaseSync(join(dataDir, lockFile));
}

/** Takes SQLite's shared lock, which any number of processes may hold; undefined while one holds the exclusive lock. */
function share(lock: DatabaseSync): Disposable | undefined {
  try {
    lock.exec('begin; select count(*) from sqlite_schema');
    return { [Symbol.dispose]: () => lock.close() };
  } catch {
    lock.close();
    return undefined;
  }
}

async function inUse(dataDir: string): Promise<DataFolderInUseError> {
  const remedy = 'Stop that server first, or set DATA_DIR to another folder.';
  using shared = share(new DatabaseSync(join(dataDir, lockFile)));
  if (shared)
    return new DataFolderInUseError(
      `The data folder ${dataDir} is in use by one or more servers with DATABASE_URL. Stop them first, or set DATA_DIR to another folder.`,
    );
  const holder = await readFile(join(dataDir, holderFile), 'utf8')
    .then((text) => JSON.parse(text) as FolderHolder)
    .catch(() => undefined);
  const who = holder
    ? `the server with process id ${holder.pid} (${holder.address}, running since ${holder.since})`
    : 'another server';
  return new DataFolderInUseError(`The data folder ${dataDir} is in use by ${who}. ${remedy}`, holder);
}

/** As root, the server would hand the built-in database to another account and lock its owner out. */
async function refuseForeignFolder(dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid } = await stat(dataDir);
  if (uid !== 0)
    throw new OperatorError(
      `The data folder ${dataDir} belongs to the account with user id ${uid}, and no server runs on it. Run this as that account: sudo -u '#${uid}' …`,
    );
}

/**
 * Locks the data folder for this process, and closes it to other accounts. The operating system keeps the lock for an
 * open file (taken through SQLite, since Node has no call for it). The lock thus ends with its holder, even after `kill -9`,
 * and is never stale.
 * @param local address of a server on this machine
 * @throws DataFolderInUseError when another process holds it; OperatorError when root starts on another account's folder
 */
export async function lockDataFolder(dataDir: string, address: string, local?: string): Promise<Disposable> {
  const lock = await openFolder(dataDir);
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch {
    lock.close();
    throw await inUse(dataDir);
  }
  try {
    await refuseForeignFolder(dataDir);
    const holder: FolderHolder = { pid: process.pid, address, local, since: new Date().toISOString() };
    await writeFile(join(dataDir, holderFile), `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    await makePrivate(join(dataDir, lockFile), 0o600);
    return { [Symbol.dispose]: () => lock.close() };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/**
 * Shares the data folder with other servers of the same `DATABASE_URL`, and closes it to other accounts. Meanwhile restores
 * and servers with a built-in database cannot start.
 * @throws DataFolderInUseError when a process holds the folder exclusively
 */
export async function shareDataFolder(dataDir: string): Promise<Disposable> {
  const shared = share(await openFolder(dataDir));
  if (!shared) throw await inUse(dataDir);
  await makePrivate(join(dataDir, lockFile), 0o600);
  return shared;
}
