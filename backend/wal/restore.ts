import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readArchive, readContent, type ArchiveEntry } from '../backup/archive.ts';
import { entryNames } from '../backup/manifest.ts';
import { isToCome } from '../backup/names.ts';
import {
  abandonRestore,
  beginRestore,
  below,
  finishRestore,
  placeParts,
  refuseHeldFolder,
  stagingFolder,
} from '../backup/staging.ts';
import { spoolFolder } from '../backup/store.ts';
import type { Installation, ObjectStoreSettings } from '../config/settings.ts';
import { openDatabase, type Queryable } from '../db/database.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { lockDataFolder } from '../db/lock.ts';
import { blobKey, type ObjectStore } from '../object-store/object-store.ts';
import { openObjectStore } from '../object-store/open.ts';
import { openS3Store } from '../object-store/s3.ts';
import { downloadFile } from '../object-store/transfer.ts';
import { OperatorError } from '../util/operator-error.ts';
import { isUuid } from '../util/uuid.ts';
import { baseEntries } from './base.ts';
import { expandWal } from './compression.ts';
import { filesPrefix, isSegment, listArchive, type Base, type WalFile } from './layout.ts';

/** The WAL of a base backup may take this long to replay. */
const recoveryTimeoutMs = 6 * 60 * 60_000;
const chunkBytes = 64 * 1024;
const zeros = Buffer.alloc(chunkBytes);

/** A point in time; `latest` is the end of the archived WAL. */
export type Moment = Date | 'latest';

export interface Restored {
  /** Time of the base backup. */
  readonly base: Date;
  /** Time of the last transaction; undefined when the base backup was followed by none. */
  readonly lastTransaction: Date | undefined;
  readonly files: number;
  /** Stored objects whose bytes the archive lacks. */
  readonly missingFiles: number;
}

/** The newest base backup before the moment. @throws OperatorError without one; ObjectStoreError */
async function chooseBase(store: ObjectStore, moment: Moment) {
  const { bases, files } = await listArchive(store);
  const base = bases.find(({ time }) => moment === 'latest' || time <= moment);
  if (base) return { base, files: files.filter(({ line }) => line === base.line) };
  const first = bases.findLast(({ time }) => !isToCome(time)) ?? bases.at(-1);
  throw new OperatorError(
    first
      ? `The first base backup in ${store.place} is of ${first.time.toISOString()}; nothing before it can be restored.`
      : `There is no base backup in ${store.place}.`,
  );
}

async function writeEntry(path: string, content: ArchiveEntry['content']): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  for await (const chunk of content) await file.writeFile(chunk);
}

/** Unpacks a base backup into the staging folder. PostgreSQL syncs its folder before it recovers. */
async function unpackBase(store: ObjectStore, base: Base, staging: string): Promise<void> {
  await using spool = await spoolFolder();
  const path = join(spool.path, 'base.tar.gz');
  if (!(await downloadFile(store, base.key, path)))
    throw new OperatorError(`${store.place} no longer has the base backup ${base.key}. Try again.`);
  const postgres = join(staging, 'postgres');
  await mkdir(postgres, { mode: 0o700 });
  await readArchive(path, async (entry) => {
    if (entry.name === baseEntries.folders)
      for (const folder of JSON.parse((await readContent(entry)).toString('utf8')) as string[])
        await mkdir(below(postgres, folder), { recursive: true, mode: 0o700 });
    else if (entry.name === entryNames.secrets)
      await writeEntry(join(staging, entryNames.secrets), entry.content);
    else if (entry.name.startsWith(baseEntries.postgres))
      await writeEntry(below(postgres, entry.name.slice(baseEntries.postgres.length)), entry.content);
  });
}

/** Leaves holes for zeros: WAL files end in many of them when little was written. */
async function writeSparse(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await using file = await open(path, 'w', 0o600);
  await file.truncate(bytes.byteLength);
  for (let start = 0; start < bytes.byteLength; start += chunkBytes) {
    const chunk = bytes.subarray(start, start + chunkBytes);
    if (!chunk.equals(zeros.subarray(0, chunk.byteLength)))
      await file.write(chunk, 0, chunk.byteLength, start);
  }
}

/**
 * Puts the WAL that follows a base backup where PostgreSQL looks for it. The last file may be damaged: the machine was lost
 * while it was stored.
 * @throws OperatorError when another one is
 */
async function fetchWal(store: ObjectStore, files: readonly WalFile[], base: Base, folder: string) {
  const wanted = files
    .filter(({ name }) => (isSegment(name) ? name >= base.firstFile : name.endsWith('.history')))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const last = wanted.findLast(({ name }) => isSegment(name));
  for (const file of wanted) {
    const compressed = await store.read(file.key);
    const bytes = compressed && (await expandWal(compressed));
    if (bytes) await writeSparse(join(folder, file.name), bytes);
    else if (compressed && file !== last)
      throw new OperatorError(
        `The WAL file ${file.key} in ${store.place} is damaged, and what follows it cannot be replayed. ` +
          'Delete it and try again: the restore then ends before it.',
      );
  }
}

/** Copies the bytes of the objects that the rows name. */
async function fetchObjects(db: Queryable, archive: ObjectStore, target: ObjectStore) {
  const [found] = await db.query<{ exists: boolean }>(
    `select to_regclass('storage.objects') is not null as exists`,
  );
  const rows = found?.exists
    ? await db.query<{ version: string }>(
        'select distinct version from storage.objects where version is not null',
      )
    : [];
  const counts = { files: 0, missingFiles: 0 };
  for (const { version } of rows) {
    const bytes = isUuid(version) ? await archive.read(`${filesPrefix}${version}`) : undefined;
    if (bytes) await target.put(blobKey(version), bytes);
    counts[bytes ? 'files' : 'missingFiles'] += 1;
  }
  return counts;
}

/** Starts PostgreSQL on the staging folder; it is ready once it has replayed the WAL up to the moment. */
async function recover(staging: string, moment: Moment) {
  await writeFile(join(staging, 'postgres', 'recovery.signal'), '');
  // PostgreSQL takes no ISO 8601 here.
  const target = moment === 'latest' ? '' : moment.toISOString().replace('T', ' ').replace('Z', '+00');
  const settings = [
    // All WAL is in place already.
    'restore_command=exit 1',
    'hot_standby=off',
    'recovery_target_action=promote',
    `recovery_target_time=${target}`,
  ];
  try {
    return await startEmbeddedPostgres(staging, () => {}, { settings, timeoutMs: recoveryTimeoutMs });
  } catch (error) {
    if (moment === 'latest' || !(error as Error).message.includes('before configured recovery target'))
      throw error;
    throw new OperatorError(
      `The archived WAL ends before ${moment.toISOString()}. Name an earlier time, or restore all of it with --at latest.`,
    );
  }
}

type Place = Pick<Installation, 'dataDir' | 'objectStore'>;

async function recoverAll(
  { dataDir, objectStore }: Place,
  archive: ObjectStore,
  moment: Moment,
): Promise<Omit<Restored, 'base'>> {
  const staging = stagingFolder(dataDir);
  await using stack = new AsyncDisposableStack();
  const { connection } = stack.use(await recover(staging, moment));
  const db = stack.use(openDatabase({ owner: connection, caller: connection, onError: () => {} }));
  const [last] = await db.query<{ time: Date | null }>(
    'select pg_last_xact_replay_timestamp()::timestamptz as time',
  );
  using target = openObjectStore({ dataDir: staging, objectStore });
  const counts = await fetchObjects(db, archive, target);
  return { ...counts, lastTransaction: last?.time ? new Date(last.time) : undefined };
}

/**
 * Restores the built-in database, the stored objects and the keys to a moment, from the archive in the backups' store into
 * an empty data folder. A failed restore leaves nothing behind; after a killed one no server starts on the folder, and
 * running it again begins anew.
 * @throws OperatorError when the folder is not empty, or the archive does not reach that moment; ArchiveError when the base
 * backup is damaged; ObjectStoreError
 */
export async function restoreAt(
  { dataDir, databaseUrl, objectStore }: Installation,
  settings: ObjectStoreSettings,
  moment: Moment,
): Promise<Restored> {
  if (databaseUrl !== undefined)
    throw new OperatorError(
      'A point in time can be restored for the built-in database only, and DATABASE_URL names another.',
    );
  using _lock = await lockDataFolder(dataDir, 'npm run restore');
  await refuseHeldFolder(dataDir);
  using store = openS3Store(settings);
  const { base, files } = await chooseBase(store, moment);
  await beginRestore(dataDir, base.key);
  try {
    await unpackBase(store, base, stagingFolder(dataDir));
    await fetchWal(store, files, base, join(stagingFolder(dataDir), 'postgres', 'pg_wal'));
    const restored = await recoverAll({ dataDir, objectStore }, store, moment);
    await placeParts(dataDir);
    await finishRestore(dataDir);
    return { base: base.time, ...restored };
  } catch (error) {
    await abandonRestore(dataDir);
    throw error;
  }
}
