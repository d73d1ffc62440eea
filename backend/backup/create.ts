import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import type { Installation } from '../config/settings.ts';
import type { Database, Queryable } from '../db/database.ts';
import { readAppliedMigrations } from '../db/migrate.ts';
import { explainFileError } from '../disk/file-errors.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { blobKey, blobPrefix, versionOf, type ObjectStore } from '../object-store/object-store.ts';
import { openObjectStore } from '../object-store/open.ts';
import { OperatorError } from '../util/operator-error.ts';
import { isUuid } from '../util/uuid.ts';
import { ArchiveError, writeArchive, type ArchiveWriter } from './archive.ts';
import { entryNames, rowsFolder, type Manifest, type StoredTable } from './manifest.ts';
import { readSequences, readTables, sqlName, setFixedFormats } from './tables.ts';
import { verifyArchive, type ArchiveContents } from './verify.ts';

type Contents = Pick<ArchiveContents, 'rows' | 'files' | 'missingFiles'>;

/** Where the bytes are that a backup reads. */
interface Source extends Pick<Installation, 'objectStore'> {
  readonly dataDir: string | undefined;
}

const rowsAtOnce = 100;
const partBytes = 1024 * 1024;
/** How many snapshots to take while files vanish between snapshot and copy. */
const maxSnapshots = 5;

/** Copies stored objects by their version, each once. */
function createFileCopier(archive: ArchiveWriter, objects: ObjectStore) {
  const copied = new Set<string>();
  const copy = async (version: string): Promise<boolean> => {
    if (copied.has(version)) return true;
    // An import may have written anything into the column; there are bytes under a UUID only.
    const opened = isUuid(version) ? await objects.open(blobKey(version)) : undefined;
    if (!opened) return false;
    await archive.addStream(`${entryNames.files}${blobKey(version)}`, opened.size, opened.content);
    copied.add(version);
    return true;
  };
  return { copied, copy };
}

type FileCopier = ReturnType<typeof createFileCopier>;

/** Copies the snapshot's remaining files. @returns the versions whose bytes are missing */
async function copyNewFiles(snapshot: Queryable, { copied, copy }: FileCopier): Promise<string[]> {
  const objects = await snapshot.query<{ version: string }>(
    'select version from storage.objects where version is not null',
  );
  const missing: string[] = [];
  for (const { version } of objects)
    if (!copied.has(version) && !(await copy(version))) missing.push(version);
  return missing;
}

async function addRows(archive: ArchiveWriter, snapshot: Queryable, table: StoredTable): Promise<number> {
  const texts = table.columns.map((column) => `${pg.escapeIdentifier(column)}::text`).join(', ');
  await snapshot.query(`declare backup_rows no scroll cursor for
    select array_to_json(array[${texts}]::text[])::text as line from ${sqlName(table)}`);
  let [total, part, size] = [0, 0, 0];
  let lines: string[] = [];
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    part += 1;
    const name = `${rowsFolder(table)}${String(part).padStart(6, '0')}.jsonl`;
    await archive.add(name, Buffer.from(`${lines.join('\n')}\n`));
    lines = [];
    size = 0;
  };
  for (;;) {
    const rows = await snapshot.query<{ line: string }>(`fetch ${rowsAtOnce} from backup_rows`);
    if (rows.length === 0) break;
    for (const { line } of rows) {
      lines.push(line);
      size += line.length;
      if (size >= partBytes) await flush();
    }
    total += rows.length;
  }
  await flush();
  await snapshot.query('close backup_rows');
  return total;
}

async function addDatabase(archive: ArchiveWriter, snapshot: Queryable): Promise<Contents['rows']> {
  const tables = await readTables(snapshot);
  const manifest: Manifest = {
    format: 1,
    createdAt: new Date().toISOString(),
    migrations: await readAppliedMigrations(snapshot),
    tables,
    sequences: await readSequences(snapshot),
  };
  await archive.add(entryNames.manifest, Buffer.from(JSON.stringify(manifest, null, 2)));
  const rows: Record<string, number> = {};
  for (const table of tables) rows[`${table.schema}.${table.name}`] = await addRows(archive, snapshot, table);
  return rows;
}

/** Adds the keys that the data folder keeps, if any. */
export async function addSecrets(archive: ArchiveWriter, dataDir: string | undefined): Promise<void> {
  if (dataDir === undefined) return;
  const secrets = await readFile(join(dataDir, 'secrets.json')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (secrets) await archive.add(entryNames.secrets, secrets);
}

/** A file is gone because its object was deleted after the snapshot: a newer snapshot does not name it. */
class NewerSnapshotNeeded extends Error {}

async function writeContents(
  archive: ArchiveWriter,
  db: Pick<Database, 'transaction'>,
  { dataDir, objectStore }: Source,
) {
  using objects = openObjectStore({ dataDir, objectStore });
  const copier = createFileCopier(archive, objects);
  for await (const { key } of objects.list(blobPrefix)) await copier.copy(versionOf(key));
  await addSecrets(archive, dataDir);
  let missingBefore = new Set<string>();
  for (let snapshots = 1; ; snapshots += 1) {
    const contents = await db
      .transaction(async (snapshot) => {
        await snapshot.query('set transaction isolation level repeatable read, read only');
        await setFixedFormats(snapshot);
        const missing = await copyNewFiles(snapshot, copier);
        const isNews = missing.some((version) => !missingBefore.has(version));
        missingBefore = new Set(missing);
        if (isNews && snapshots < maxSnapshots) throw new NewerSnapshotNeeded();
        const rows = await addDatabase(archive, snapshot);
        return { rows, files: copier.copied.size, missingFiles: missing.length };
      })
      .catch((error: unknown) => {
        if (error instanceof NewerSnapshotNeeded) return undefined;
        throw error;
      });
    if (contents) return contents;
  }
}

/** Reads a new archive back as a restore would. @throws OperatorError when its contents differ from those written */
async function check(path: string, written: Contents): Promise<void> {
  const { rows, files, missingFiles } = await verifyArchive(path).catch((error: Error) => {
    if (!(error instanceof ArchiveError)) throw error;
    throw new OperatorError(`The backup could not be read back: ${error.message}. It was removed.`);
  });
  if (!isDeepStrictEqual({ rows, files, missingFiles }, written))
    throw new OperatorError('The backup does not hold what was written into it. It was removed.');
}

/**
 * Writes database, stored files and keys of a running installation into the archive `path`.
 *
 * All rows come from one snapshot. Files are copied before it, and those added meanwhile after it: a file's bytes never
 * change under its name, so the archive holds every file that the rows name, and no request waits. Memory is bounded except
 * for the files' names. The archive gets its name after it was read back.
 * @returns the contents of the backup, and its size in bytes
 * @throws OperatorError when `path` is a folder or cannot be written, or the new archive cannot be read back; ObjectStoreError
 */
export async function createBackup(
  db: Pick<Database, 'transaction'>,
  source: Source,
  path: string,
): Promise<Contents & { readonly size: number }> {
  await makeFolder(dirname(path)).catch((error: unknown) => {
    throw new OperatorError(
      `The folder ${dirname(path)} cannot be made: ${explainFileError(error)}. Name a file in another folder.`,
    );
  });
  const { size, written } = await writeArchive(path, (archive) => writeContents(archive, db, source), check);
  return { size, ...written };
}
