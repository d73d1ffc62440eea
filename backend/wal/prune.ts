import type { ObjectStore } from '../object-store/object-store.ts';
import { listArchive, objectListKey, type Base } from './layout.ts';
import type { ObjectCopier } from './objects.ts';

/** The name of a WAL file, without the end that marks a file about it: names of one line are in order. */
const segmentPattern = /^[0-9A-F]{24}/;

/** Whether no kept base backup of the file's line needs it. A history file stays as long as its line. */
function isOutdated(name: string, oldestOfLine: Base | undefined): boolean {
  if (!oldestOfLine) return true;
  const [segment] = segmentPattern.exec(name) ?? [];
  return segment !== undefined && segment < oldestOfLine.firstFile;
}

/**
 * Deletes all base backups but the `keep` newest, then the WAL and the copies of objects that only those needed.
 * @param current the line that is being written: it stays
 * @throws ObjectStoreError
 */
export async function pruneArchive(
  archive: ObjectStore,
  objects: ObjectCopier,
  current: string,
  keep: number,
): Promise<void> {
  const { bases, files } = await listArchive(archive);
  const kept = bases.slice(0, keep);
  for (const base of bases.slice(keep)) {
    await archive.delete(base.key);
    await archive.delete(objectListKey(base));
  }
  // Newest first: the last one of a line is its oldest.
  const oldest = new Map(kept.map((base) => [base.line, base]));
  for (const { key, line, name } of files) {
    const isCurrent = line === current && !oldest.has(line);
    if (!isCurrent && isOutdated(name, oldest.get(line))) await archive.delete(key);
  }
  const last = kept.at(-1);
  if (last) await objects.prune(last);
}
