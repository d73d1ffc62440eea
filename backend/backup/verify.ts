import { setImmediate as immediate } from 'node:timers/promises';
import { blobPrefix } from '../object-store/object-store.ts';
import { isUuid } from '../util/uuid.ts';
import { ArchiveError, maxInMemoryBytes, readArchive, readContent, type ArchiveEntry } from './archive.ts';
import { entryNames, parseManifest, rowsFolder, type Manifest } from './manifest.ts';

/** The contents of an intact archive. */
export interface ArchiveContents {
  /** The checksum of the archive, in hex. */
  readonly checksum: string;
  readonly manifest: Manifest;
  /** Number of rows by table (`public.notes`). */
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
  /** Names of the entries whose files the rows of stored objects name; a restore takes no other files. */
  readonly namedFiles: ReadonlySet<string>;
  /** Rows of stored objects whose file is not in the archive. */
  readonly missingFiles: number;
}

interface TableRows {
  readonly label: string;
  readonly columns: number;
  /** Positions of the columns that describe a stored object's file; undefined in all other tables. */
  readonly object: { readonly version: number; readonly metadata: number } | undefined;
}

function tablesByFolder({ tables }: Manifest): ReadonlyMap<string, TableRows> {
  return new Map(
    tables.map((table) => {
      const label = `${table.schema}.${table.name}`;
      const place = (column: string): number => table.columns.indexOf(column);
      const object =
        label === 'storage.objects' ? { version: place('version'), metadata: place('metadata') } : undefined;
      return [rowsFolder(table), { label, columns: table.columns.length, object }];
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

/** The bytes that a stored object's file may have by its `metadata`; without a size there, those of any other entry. */
function maxFileBytes(metadata: string | null | undefined): number {
  try {
    const { size } = JSON.parse(metadata ?? '') as { readonly size?: unknown };
    return typeof size === 'number' ? size : maxInMemoryBytes;
  } catch {
    return maxInMemoryBytes;
  }
}

/** Collects the contents of entries; call `contents` after the last one. */
function createInspection() {
  const names = new Set<string>();
  const fileBytes = new Map<string, number>();
  const named: { readonly file: string; readonly maxBytes: number }[] = [];
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
      const version = table.object && row[table.object.version];
      if (table.object && version != null)
        named.push({ file: fileName(version), maxBytes: maxFileBytes(row[table.object.metadata]) });
    }
    rows[table.label] = (rows[table.label] ?? 0) + lines.length;
  }

  return {
    async inspect(entry: ArchiveEntry): Promise<void> {
      const { name } = entry;
      if (names.has(name)) throw new ArchiveError(`it has “${name}” twice`);
      names.add(name);
      if (isFileName(name)) fileBytes.set(name, entry.size);
      else if (name.startsWith(entryNames.rows)) await inspectRows(entry);
      else if (name === entryNames.manifest) {
        manifest = parseManifest(await readContent(entry));
        tables = tablesByFolder(manifest);
        for (const { label } of tables.values()) rows[label] = 0;
      } else if (name !== entryNames.secrets) throw new ArchiveError(`“${name}” belongs to no backup`);
    },
    contents(): Omit<ArchiveContents, 'checksum'> {
      if (!manifest) throw new ArchiveError('it has no manifest');
      for (const { file, maxBytes } of named)
        if ((fileBytes.get(file) ?? 0) > maxBytes)
          throw new ArchiveError(`“${file}” is larger than the row of its object says`);
      const namedFiles = new Set(named.map(({ file }) => file));
      const missingFiles = named.filter(({ file }) => !fileBytes.has(file)).length;
      return { manifest, rows, files: fileBytes.size, namedFiles, missingFiles };
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
