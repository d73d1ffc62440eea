import { isToCome, walPrefix } from '../backup/names.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { isUuid } from '../util/uuid.ts';

/**
 * Keys of the archive in the store of the backups. A line is WAL without a gap from one database folder: a folder that was
 * restored, or ran unarchived, begins a new one.
 *
 * - `wal/<line>/bases/<time>-<first WAL file>.tar.gz`: a base backup
 * - `wal/<line>/bases/<time>-<first WAL file>.json`: the stored objects when it began, see `ObjectList`
 * - `wal/<line>/files/<name>.gz`: a WAL file, under PostgreSQL's name
 * - `files/<version>`: the bytes of a stored object, for all lines
 */
export const filesPrefix = 'files/';

const basePattern =
  /^wal\/([\w-]+)\/bases\/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-([0-9A-F]{24})\.tar\.gz$/;
const filePattern = /^wal\/([\w-]+)\/files\/([\w.]+)\.gz$/;

/** A base backup: the state at its time and later ones can be restored from it and the line's WAL. */
export interface Base {
  readonly key: string;
  readonly line: string;
  readonly time: Date;
  /** The first WAL file that it needs. */
  readonly firstFile: string;
}

/** Versions of the stored objects at a time, in milliseconds since 1970. */
export interface ObjectList {
  readonly listedAt: number;
  readonly versions: readonly string[];
}

/** Whether a file holds WAL itself, and not the history of a timeline or where a base backup began. */
export function isSegment(name: string): boolean {
  return /^[0-9A-F]{24}$/.test(name);
}

export interface WalFile {
  readonly key: string;
  readonly line: string;
  readonly name: string;
}

export function baseKey({ line, time, firstFile }: Omit<Base, 'key'>): string {
  return `${walPrefix}${line}/bases/${time.toISOString().replaceAll(/[-:.]/g, '')}-${firstFile}.tar.gz`;
}

export function objectListKey({ key }: Pick<Base, 'key'>): string {
  return key.replace(/\.tar\.gz$/, '.json');
}

export function walFileKey(line: string, name: string): string {
  return `${walPrefix}${line}/files/${name}.gz`;
}

function parseBase(key: string): Base | undefined {
  const [, line, ...parts] = basePattern.exec(key) ?? [];
  const firstFile = parts.pop();
  if (line === undefined || firstFile === undefined) return undefined;
  const [year, month, day, hour, minute, second, milliseconds] = parts;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`);
  return { key, line, time, firstFile };
}

/**
 * The base backups, newest first, and the WAL files of a line, or of all lines. Base backups of a time to come were made while
 * the clock was ahead, before the others: they are last.
 * @throws ObjectStoreError
 */
export async function listArchive(store: ObjectStore, line?: string) {
  const bases: Base[] = [];
  const files: WalFile[] = [];
  for await (const { key } of store.list(line === undefined ? walPrefix : `${walPrefix}${line}/`)) {
    const base = parseBase(key);
    if (base) bases.push(base);
    const [, fileLine, name] = filePattern.exec(key) ?? [];
    if (fileLine !== undefined && name !== undefined) files.push({ key, line: fileLine, name });
  }
  bases.sort(
    (one, other) =>
      Number(isToCome(one.time)) - Number(isToCome(other.time)) || other.time.getTime() - one.time.getTime(),
  );
  return { bases, files };
}

/** The versions whose bytes a place of stored objects holds: those of the data folder, or of a store. */
export async function listVersions(store: ObjectStore, prefix: string): Promise<Set<string>> {
  const versions = new Set<string>();
  for await (const { key } of store.list(prefix)) {
    const version = key.slice(prefix.length);
    // A half-written file has another name.
    if (isUuid(version)) versions.add(version);
  }
  return versions;
}
