import * as v from 'valibot';
import { ArchiveError } from './archive.ts';

/** Names of the archive's entries. Files come first, so that none that the rows name is missing. */
export const entryNames = {
  /** Followed by the key in the object store. */
  files: 'files/',
  secrets: 'secrets.json',
  manifest: 'manifest.json',
  /** Followed by schema, table and part: JSON lines, each an array of the columns' texts. */
  rows: 'database/',
} as const;

const texts = v.pipe(v.array(v.string()), v.readonly());

const manifest = v.object({
  format: v.literal(1),
  /** ISO 8601, UTC. */
  createdAt: v.string(),
  /** Versions of the migrations applied to the database. */
  migrations: v.object({ platform: texts, product: texts }),
  tables: v.array(
    v.object({
      schema: v.string(),
      name: v.string(),
      /** All but generated ones, in order. */
      columns: texts,
      /** SQL names of the columns' types, with modifiers. */
      types: texts,
    }),
  ),
  sequences: v.array(
    v.object({
      schema: v.string(),
      name: v.string(),
      /** An integer as text. */
      last: v.pipe(v.string(), v.regex(/^-?\d+$/)),
      called: v.boolean(),
    }),
  ),
});

/** Description of an archive, in its entry `manifest.json`. */
export type Manifest = v.InferOutput<typeof manifest>;

/** A table whose rows a backup holds. */
export type StoredTable = Manifest['tables'][number];

/** @throws ArchiveError when the bytes are no manifest of a known format */
export function parseManifest(bytes: Buffer): Manifest {
  try {
    return v.parse(manifest, JSON.parse(bytes.toString('utf8')));
  } catch {
    throw new ArchiveError('its manifest is not readable');
  }
}

/** Folder of a table's rows in the archive. */
export function rowsFolder({ schema, name }: Pick<StoredTable, 'schema' | 'name'>): string {
  // Dots too, or the tables `a.b`.`c` and `a`.`b.c` would share a folder.
  const [first, second] = [schema, name].map((each) => encodeURIComponent(each).replaceAll('.', '%2E'));
  return `${entryNames.rows}${first}.${second}/`;
}
