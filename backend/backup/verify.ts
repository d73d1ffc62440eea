import { setImmediate as immediate } from 'node:timers/promises';
import { blobPrefix } from '../object-store/object-store.ts';
import { isUuid } from '../util/uuid.ts';
import { ArchiveError, readArchive, readContent, type ArchiveEntry } from './archive.ts';
import { entryNames, parseManifest, rowsFolder, type Manifest } from './manifest.ts';

/** The contents of an intact archive. */
export interface ArchiveContents {
  /** The checksum of the archive, in hex. */
  readonly checksum: string;
  readonly manifest: Manifest;
  /** Number of rows by table (`public.notes`). */
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
  /** Rows of stored objects whose file is not in the archive. */
  readonly missingFiles: number;
}

interface TableRows {
  readonly label: string;
  readonly columns: number;
  /** Position of the column that names a stored object's file; undefined in all other tables. */
  readonly version: number | undefined;
}

function tablesByFolder({ tables }: Manifest): ReadonlyMap<string, TableRows> {
  return new Map(
    tables.map((table) => {
      const label = `${table.schema}.${table.name}`;
      const version = label === 'storage.objects' ? table.columns.indexOf('version') : undefined;
      return [rowsFolder(table), { label, columns: table.columns.length, version }];
    }),
  );
}

const rowsAtOnce = 500;

const fileName = (version: string): string => `${entryNames.files}${blobPrefix}${version}`;

/** Whether an entry holds the bytes of a stored object: no other name becomes that of a file. */
function isFileName(name: string): boolean {
  const version = name.slice(fileName('').length);
  return name === fileName(version) && isUuid(version);
}

/** @throws ArchiveError when the line is not the values of as many columns, each text or null */
function parseRow(line: string, entryName: string, columns: number): readonly (string | null)[] {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw new ArchiveError(`${entryName} has a line that is not JSON`);
  }
  const isRow =
    Array.isArray(row) &&
    row.length === columns &&
    row.every((value: unknown) => value === null || typeof value === 'string');
  if (!isRow) throw new ArchiveError(`${entryName} has a row that does not fit its table`);
  return row as (string | null)[];
}

/** Collects the contents of entries; call `contents` after the last one. */
function createInspection() {
  const names = new Set<string>();
  let files = 0;
  const named: string[] = [];
  const rows: Record<string, number> = {};
  let manifest: Manifest | undefined;
  let tables: ReadonlyMap<string, TableRows> = new Map();

  async function inspectRows(entry: ArchiveEntry): Promise<void> {
    const table = tables.get(entry.name.slice(0, entry.name.lastIndexOf('/') + 1));
    if (!table) throw new ArchiveError(`${entry.name} belongs to no table of its manifest`);
    const lines = (await readContent(entry)).toString('utf8').trimEnd().split('\n');
    for (const [place, line] of lines.entries()) {
      // Lets requests run in between.
      if (place % rowsAtOnce === 0) await immediate();
      const row = parseRow(line, entry.name, table.columns);
      const version = table.version === undefined ? null : row[table.version];
      if (version != null) named.push(version);
    }
    rows[table.label] = (rows[table.label] ?? 0) + lines.length;
  }

  return {
    async inspect(entry: ArchiveEntry): Promise<void> {
      const { name } = entry;
      if (names.has(name)) throw new ArchiveError(`it has “${name}” twice`);
      names.add(name);
      if (isFileName(name)) files += 1;
      else if (name.startsWith(entryNames.rows)) await inspectRows(entry);
      else if (name === entryNames.manifest) {
        manifest = parseManifest(await readContent(entry));
        tables = tablesByFolder(manifest);
        for (const { label } of tables.values()) rows[label] = 0;
      } else if (name !== entryNames.secrets) throw new ArchiveError(`“${name}” belongs to no backup`);
    },
    contents(): Omit<ArchiveContents, 'checksum'> {
      if (!manifest) throw new ArchiveError('it has no manifest');
      const missingFiles = named.filter((version) => !names.has(fileName(version))).length;
      return { manifest, rows, files, missingFiles };
    },
  };
}

/**
 * Reads a whole archive without restoring it: compares the checksum, parses the manifest and every row, and looks for
 * the file of each stored object. New backups are checked by it, and restores begin with it.
 * @throws ArchiveError; OperatorError when there is no such file
 */
export async function verifyArchive(path: string): Promise<ArchiveContents> {
  const { inspect, contents } = createInspection();
  const checksum = await readArchive(path, inspect);
  return { checksum, ...contents() };
}
