import { open, readdir, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import pg, { type ClientConfig } from 'pg';
import { readArchive, writeArchive, type ArchiveWriter } from '../backup/archive.ts';
import { addSecrets } from '../backup/create.ts';
import { spoolFolder } from '../backup/store.ts';
import { archiveFolder } from '../db/embedded.ts';
import type { S3Store } from '../object-store/s3.ts';
import { uploadFile } from '../object-store/transfer.ts';
import { baseKey, objectListKey, type Base } from './layout.ts';
import type { ObjectCopier } from './objects.ts';

/** Names of a base backup's entries. */
export const baseEntries = {
  /** JSON array of the folders, relative to the database's folder. */
  folders: 'folders.json',
  /** Followed by the path in the database's folder. */
  postgres: 'postgres/',
} as const;

/** Folders whose files a base backup leaves out, as pg_basebackup does: PostgreSQL makes them anew. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const leftOut = /^(postmaster\.(pid|opts)|backup_label|tablespace_map|pg_internal\.init.*|pgsql_tmp.*)$/;
const controlFile = join('global', 'pg_control');
const chunkBytes = 1024 * 1024;

/** Exactly `size` bytes: a file may grow or shrink while it is read, which the WAL repairs. */
async function* readExactly(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0;) {
    const buffer = Buffer.alloc(Math.min(left, chunkBytes));
    const { bytesRead } = await file.read(buffer);
    const part = bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead);
    left -= part.byteLength;
    yield part;
  }
}

/** Opens a file; undefined when it was deleted meanwhile, which the WAL repeats. */
async function openExisting(path: string): Promise<FileHandle | undefined> {
  return open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

async function addFile(archive: ArchiveWriter, postgres: string, path: string): Promise<void> {
  await using file = await openExisting(join(postgres, path));
  if (!file) return;
  const { size } = await file.stat();
  await archive.addStream(`${baseEntries.postgres}${path}`, size, readExactly(file, size));
}

/** Folders and files to copy, relative to the database's folder; the control file comes last, as in pg_basebackup. */
async function walk(postgres: string) {
  const entries = await readdir(postgres, { recursive: true, withFileTypes: true });
  const folders: string[] = [];
  const files: string[] = [];
  for (const entry of entries) {
    const path = relative(postgres, join(entry.parentPath, entry.name));
    const [top = ''] = path.split(/[/\\]/);
    if (top === archiveFolder || leftOut.test(entry.name)) continue;
    const isHistory = dirname(path) === 'pg_wal' && basename(path).endsWith('.history');
    if (emptied.has(top) && path !== top && !isHistory) continue;
    if (entry.isDirectory()) folders.push(path);
    else if (entry.isFile() && path !== controlFile) files.push(path);
  }
  return { folders, files: [...files, controlFile] };
}

async function addFolder(archive: ArchiveWriter, dataDir: string): Promise<void> {
  const postgres = join(dataDir, 'postgres');
  const { folders, files } = await walk(postgres);
  await addSecrets(archive, dataDir);
  await archive.add(baseEntries.folders, Buffer.from(JSON.stringify(folders)));
  for (const path of files) await addFile(archive, postgres, path);
}

interface Source {
  readonly dataDir: string;
  /** As superuser. */
  readonly connection: ClientConfig;
  readonly objects: ObjectCopier;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** Writes the running database's folder into an archive file. @returns the first WAL file that it needs */
async function writeBase(dataDir: string, connection: ClientConfig, path: string): Promise<string> {
  const client = new pg.Client({ ...connection, application_name: 'base backup' });
  // The query that is under way rejects, too.
  client.on('error', () => {});
  await client.connect();
  try {
    const started = await client.query<{ name: string }>(
      `select pg_walfile_name(pg_backup_start('base backup', true)) as name`,
    );
    await writeArchive(
      path,
      async (archive) => {
        await addFolder(archive, dataDir);
        const stopped = await client.query<{ label: string }>(
          'select labelfile as label from pg_backup_stop()',
        );
        const label = Buffer.from(stopped.rows[0]?.label ?? '');
        await archive.add(`${baseEntries.postgres}backup_label`, label);
      },
      async (written) => void (await readArchive(written, async () => {})),
    );
    return started.rows[0]?.name ?? '';
  } finally {
    await client.end();
  }
}

/**
 * Copies the running database's folder and the keys into the archive. PostgreSQL ends the backup only when all WAL that it
 * needs is archived, so the base backup restores from the moment it is there.
 * @throws ObjectStoreError; errors of the connection
 */
export async function makeBase(
  { dataDir, connection, objects, signal }: Source,
  store: S3Store,
  line: string,
): Promise<Base> {
  await using spool = await spoolFolder();
  const path = join(spool.path, 'base.tar.gz');
  const list = await objects.list();
  const firstFile = await writeBase(dataDir, connection, path);
  signal.throwIfAborted();
  const made = { line, time: new Date(), firstFile };
  const base = { ...made, key: baseKey(made) };
  await store.put(objectListKey(base), Buffer.from(JSON.stringify(list)));
  await uploadFile(store, base.key, path);
  return base;
}
