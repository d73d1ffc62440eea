import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { databaseAccounts, handOver, type Account } from './account.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import { supervise, type Child } from './supervise.ts';
import { OperatorError } from '../util/operator-error.ts';

const superuser = { port: 5432, user: 'postgres', database: 'postgres' } as const;
/** In the database's folder: a file `line`, and an empty file for each WAL file that is archived. See backend/wal. */
export const archiveFolder = 'wal-archive';
/** Prefix of new database folders. Each attempt has its own folder: an interrupted `initdb` may still write to one. */
const newPrefix = 'postgres.new';
const startTimeoutMs = 120_000;
const stopTimeoutMs = 10_000;

const settings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=60',
  // Bounds what one connection takes: a statement sorts and hashes in this much memory, then in files, on one core.
  'work_mem=4MB',
  'hash_mem_multiplier=1',
  'temp_buffers=4MB',
  'maintenance_work_mem=64MB',
  'temp_file_limit=1GB',
  'max_parallel_workers_per_gather=0',
  'timezone=UTC',
  'log_timezone=UTC',
  // Acknowledged writes survive a power cut. These are defaults, but a file must not change them.
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  // Kept ready for a full disk: see docs/decisions/disk-full.md.
  'min_wal_size=80MB',
  'max_wal_size=256MB',
  // Only fatal errors: those of statements go to the caller, and may hold personal data.
  'log_min_messages=fatal',
  'log_min_error_statement=panic',
];

/** Keeps each WAL file until `backend/wal` has archived it, and ends one at least every half minute. */
const archiveSettings = [
  'archive_mode=on',
  'archive_timeout=30',
  // Waits for half a second: after three failures PostgreSQL asks again only after a minute, or when the next file is full.
  `archive_command=for n in 1 2 3 4 5; do test -f ${archiveFolder}/%f && exit 0; sleep 0.1; done; exit 1`,
];

/** PostgreSQL says so of each connection when it stops, even of one that was just closed and whose end it has not read. */
const connectionEnded = 'FATAL:  terminating connection due to administrator command';

/** How to start the built-in database, beside the usual settings. */
export interface StartOptions {
  /** Further settings: `name=value`. */
  readonly settings?: readonly string[];
  /** Whether the caller archives WAL. A start without that breaks the line of WAL, and the next archive begins anew. */
  readonly archivesWal?: boolean;
  /** The start may take this long, crash recovery included. */
  readonly timeoutMs?: number;
}

/**
 * The database folder as the database's account sees it. That account may be unable to enter folders above it (a checkout
 * below /root): on Linux an inherited file descriptor reaches the folder without passing through them.
 */
interface Folder extends AsyncDisposable {
  readonly path: string;
  readonly descriptor: number | undefined;
}

async function openFolder(path: string, account: Account | undefined): Promise<Folder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (account) await handOver(path, account);
  const handle = account && process.platform === 'linux' ? await open(path, 'r') : undefined;
  // Elsewhere the account has to pass through the data folder, which is otherwise closed to it.
  if (account && !handle) await chmod(dirname(path), 0o711);
  return {
    path: handle ? '/proc/self/fd/3' : path,
    descriptor: handle?.fd,
    [Symbol.asyncDispose]: async () => handle?.close(),
  };
}

function run(program: string, args: string[], folder: Folder, account: Account | undefined): ChildProcess {
  return spawn(program, args, {
    cwd: '/',
    env: { TZ: 'UTC', LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe', ...(folder.descriptor === undefined ? [] : [folder.descriptor])],
    // Ctrl-C in a terminal reaches the whole process group; the database must outlive the requests in flight.
    detached: true,
    ...account,
  });
}

/** Logs stderr line by line. @returns gives the last lines, for an error message */
function listen(child: ChildProcess, log: (line: string) => void): () => string {
  const last: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
      log(line);
      last.push(line);
      if (last.length > 20) last.shift();
    }
  });
  return () => last.join('\n');
}

/** The last output of a PostgreSQL that failed, or a sentence where an operator need not read it. */
function reasonIn(lastWords: string): string {
  return /No space left on device|Check free disk space/.test(lastWords)
    ? ' the disk of the data folder is full. Make room, and start again.'
    : `\n${lastWords}`;
}

function ended(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`exit code ${code ?? signal}`));
  });
}

/** Removes the folders of interrupted creations. The programs of a killed server may still write there for a moment. */
async function removeUnfinishedCreations(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(newPrefix))
      await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Creates the database beside its final place and moves it there: a half-made one is never opened. */
async function initialiseOnce({ initdb }: Binaries, path: string, creator?: Account): Promise<void> {
  if (existsSync(join(path, 'PG_VERSION'))) return;
  const newPath = join(dirname(path), newPrefix + randomUUID());
  await using folder = await openFolder(newPath, creator);
  const args = ['-D', folder.path, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  args.push('--locale-provider=icu', '--icu-locale=es');
  const child = run(initdb, args, folder, creator);
  const lastWords = listen(child, () => {});
  if ((await ended(child)) !== 'exit code 0') {
    await rm(newPath, { recursive: true, force: true });
    throw new OperatorError(`The database could not be created:${reasonIn(lastWords())}`);
  }
  await rename(newPath, path);
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a process has this folder as its working directory, as PostgreSQL does; true where `/proc` cannot tell. */
async function worksIn(pid: number, path: string): Promise<boolean> {
  const own = await stat(path);
  return stat(`/proc/${pid}/cwd`).then(
    (folder) => folder.ino === own.ino && folder.dev === own.dev,
    (error: NodeJS.ErrnoException) => error.code !== 'EACCES',
  );
}

const socketPrefix = 'backend-socket-';

/** Removes the socket's folder that a killed server left in the system's temporary folder. */
async function removeLeftSocket(socketFolder: string | undefined): Promise<void> {
  if (socketFolder === undefined || !basename(socketFolder).startsWith(socketPrefix)) return;
  // The server's temporary folder may have been another one, such as systemd's private one.
  await rm(join(tmpdir(), basename(socketFolder)), { recursive: true, force: true });
}

/**
 * Ends a PostgreSQL that outlived its server (`kill -9`), and removes its socket, under the data folder's lock.
 * @throws OperatorError
 */
export async function endLeftPostgres(dataDir: string, log: (line: string) => void): Promise<void> {
  const path = join(dataDir, 'postgres');
  const { pid, socketFolder } = await readPidFile(path);
  await endProcess(pid, path, log);
  await removeLeftSocket(socketFolder);
}

async function endProcess(pid: number, path: string, log: (line: string) => void): Promise<void> {
  if (!pid || !alive(pid)) return;
  // After a reboot another program may have that process id, and PostgreSQL would wait for it.
  if (!(await worksIn(pid, path))) return rm(join(path, 'postmaster.pid'));
  log(`ending the database process ${pid}, left by a server that was killed`);
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal);
    for (const deadline = Date.now() + stopTimeoutMs; alive(pid) && Date.now() < deadline;) await delay(20);
    if (!alive(pid)) return;
  }
  throw new OperatorError(`The database process ${pid} of an earlier server does not end.`);
}

/** The lines of `postmaster.pid`, as PostgreSQL documents them. */
async function readPidFile(path: string) {
  const text = await readFile(join(path, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, socketFolder, , , status] = text.split('\n').map((line) => line.trim());
  return { pid: Number(pid), port: Number(port), socketFolder, isReady: status === 'ready' };
}

/** Waits until PostgreSQL accepts connections, crash recovery included. */
async function untilReady(
  path: string,
  child: ChildProcess,
  lastWords: () => string,
  timeoutMs: number,
): Promise<void> {
  let end: string | undefined;
  void ended(child).then((how) => (end = how));
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(10)) {
    if (end !== undefined)
      throw new OperatorError(`The database ended at start (${end}):${reasonIn(lastWords())}`);
    const { pid, isReady } = await readPidFile(path);
    if (pid === child.pid && isReady) return;
  }
  child.kill('SIGQUIT');
  throw new OperatorError(`The database was not ready after ${timeoutMs / 1000} s:\n${lastWords()}`);
}

async function stop(child: ChildProcess, end: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs);
  await end;
  clearTimeout(late);
}

/**
 * Starts npm's PostgreSQL on `<dataDir>/postgres`, and creates the database at the first start. The caller holds the data
 * folder's lock. Every account that can enter the socket's folder is a superuser: the server's own account, or root and a
 * user id that nothing else runs as. (Windows has no such folder modes: there it is the temporary folder of the user.)
 * @returns the connection, by a unix socket in a private folder; PostgreSQL runs, and restarts, until disposed
 * @throws NoBinariesError; OperatorError with the last output of a PostgreSQL that did not start
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: (line: string) => void,
  { settings: further = [], archivesWal = false, timeoutMs = startTimeoutMs }: StartOptions = {},
): Promise<AsyncDisposable & { readonly connection: ClientConfig }> {
  const path = join(dataDir, 'postgres');
  await using stack = new AsyncDisposableStack();
  const { owner: account, creator } = await databaseAccounts();
  await endLeftPostgres(dataDir, log);
  const binaries = stack.use(await findBinaries(account));
  await initialiseOnce(binaries, path, creator);
  await removeUnfinishedCreations(dataDir);
  const folder = stack.use(await openFolder(path, account));

  const socketFolder = await mkdtemp(join(tmpdir(), socketPrefix));
  stack.defer(() => rm(socketFolder, { recursive: true, force: true }));
  if (account) await handOver(socketFolder, account);
  if (!archivesWal) await rm(join(path, archiveFolder, 'line'), { force: true });
  const all = [...settings, ...(archivesWal ? archiveSettings : []), ...further];
  const options = all.flatMap((setting) => ['-c', setting]);
  const args = ['-D', folder.path, '-k', socketFolder, ...options];
  const launch = async (): Promise<Child> => {
    const child = run(binaries.postgres, args, folder, account);
    let isStopping = false;
    const lastWords = listen(child, (line) => {
      if (!isStopping || !line.endsWith(connectionEnded)) log(line);
    });
    const end = ended(child);
    await untilReady(path, child, lastWords, timeoutMs);
    return {
      end,
      stop: () => {
        isStopping = true;
        return stop(child, end);
      },
    };
  };
  stack.use(await supervise(launch, log, 'the database'));

  const resources = stack.move();
  return {
    connection: { ...superuser, host: socketFolder },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/**
 * Finds the built-in database that another process runs on `dataDir`; undefined when none accepts connections. Its socket
 * may lie in a private `/tmp` (systemd's PrivateTmp), reached through the process.
 */
export async function findRunningPostgres(dataDir: string): Promise<ClientConfig | undefined> {
  const { pid, port, socketFolder, isReady } = await readPidFile(join(dataDir, 'postgres'));
  if (!isReady || !socketFolder || !alive(pid)) return undefined;
  for (const host of [socketFolder, `/proc/${pid}/root${socketFolder}`])
    if (existsSync(join(host, `.s.PGSQL.${port}`))) return { ...superuser, host };
  return undefined;
}
