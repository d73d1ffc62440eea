import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveFolder } from '../db/embedded.ts';
import { replaceFile } from '../disk/atomic-file.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { compressWal, expandWal } from './compression.ts';
import { listArchive, walFileKey, type Base } from './layout.ts';
import type { ObjectCopier } from './objects.ts';

const ready = '.ready';
const lineFile = 'line';

/** The line that a database folder writes. */
export interface Line {
  readonly id: string;
  /** Names of the WAL files in the archive. */
  readonly names: Set<string>;
  newestBase: Base | undefined;
}

/** A file in the archive; undefined without it. Deletes the rest of an upload that was cut. */
async function readArchived(archive: ObjectStore, line: Line, name: string): Promise<Buffer | undefined> {
  if (!line.names.has(name)) return undefined;
  const key = walFileKey(line.id, name);
  const compressed = await archive.read(key);
  const bytes = compressed && (await expandWal(compressed));
  if (bytes) return bytes;
  if (compressed) await archive.delete(key);
  line.names.delete(name);
  return undefined;
}

/**
 * Ships the WAL files that PostgreSQL marks as ready. It reads them where PostgreSQL keeps them; PostgreSQL's
 * `archive_command` succeeds once this has left an empty file of the same name in `archiveFolder`, and only then may
 * PostgreSQL reuse the file. (pgBackRest's asynchronous archiving works that way.)
 * @param postgres the database's folder
 */
export function createShipper(postgres: string, archive: ObjectStore, objects: ObjectCopier) {
  const markers = join(postgres, archiveFolder);
  let line: Line | undefined;

  async function beginLine(): Promise<Line> {
    // Files in the former line's archive are not in this one's.
    await rm(markers, { recursive: true, force: true });
    // The database's account looks into it.
    await mkdir(markers);
    await chmod(markers, 0o711);
    const id = randomUUID();
    await replaceFile(join(markers, lineFile), id, 0o600);
    return { id, names: new Set(), newestBase: undefined };
  }

  /** The folder's line: the former one, or a new one when WAL was lost to it. @throws ObjectStoreError */
  async function openLine(): Promise<Line> {
    const id = await readFile(join(markers, lineFile), 'utf8').catch(() => undefined);
    if (id === undefined) return beginLine();
    const { bases, files } = await listArchive(archive, id);
    return { id, names: new Set(files.map(({ name }) => name)), newestBase: bases[0] };
  }

  async function ship(current: Line, name: string): Promise<Line> {
    const bytes = await readFile(join(postgres, 'pg_wal', name));
    const archived = await readArchived(archive, current, name);
    // Different bytes under this name: a restored older copy of the data folder has diverged.
    const target = archived && !archived.equals(bytes) ? await beginLine() : current;
    if (!target.names.has(name)) await archive.put(walFileKey(target.id, name), await compressWal(bytes));
    target.names.add(name);
    await writeFile(join(markers, name), '', { mode: 0o644 });
    return target;
  }

  /** Ships what is ready, objects first. @returns the line @throws ObjectStoreError; errors of the file system */
  async function shipReady(): Promise<Line> {
    line ??= await openLine();
    const names = (await readdir(join(postgres, 'pg_wal', 'archive_status')))
      .filter((name) => name.endsWith(ready))
      .map((name) => name.slice(0, -ready.length))
      .toSorted();
    const marked = new Set(await readdir(markers));
    const waiting = names.filter((name) => !marked.has(name));
    if (waiting.length > 0) await objects.copyNew();
    for (const name of waiting) line = await ship(line, name);
    // PostgreSQL has seen these.
    for (const name of marked)
      if (name !== lineFile && !names.includes(name)) await rm(join(markers, name), { force: true });
    return line;
  }

  return { shipReady };
}
