import * as v from 'valibot';

/** Names of the archive's entries. Photos come first, since a photo that the rows name must not be missing. */
export const entryNames = {
  /** Followed by the path below `DATA_DIR/files`. */
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
  /** Versions of the migrations that the database had. */
  migrations: v.object({ platform: texts, product: texts }),
  tables: v.array(
    v.object({
      schema: v.string(),
      name: v.string(),
      columns: texts,
      types: texts,
    }),
  ),
  sequences: v.array(
    v.object({
      schema: v.string(),
      name: v.string(),
      last: v.pipe(v.string(), v.regex(/^-?\d+$/)),
      called: v.boolean(),
    }),
  ),
});

/** What an archive says of itself. */
export type Manifest = v.InferOutput<typeof manifest>;

/** @throws ValiError for what is no manifest of a format that we know */
export function parseManifest(bytes: Buffer): Manifest {
  return v.parse(manifest, JSON.parse(bytes.toString('utf8')));
}

/** Where the rows of a table are, without the part. */
export function rowsFolder({ schema, name }: { readonly schema: string; readonly name: string }): string {
  // Dots too, or the tables `a.b`.`c` and `a`.`b.c` would share a folder.
  const [first, second] = [schema, name].map((each) => encodeURIComponent(each).replaceAll('.', '%2E'));
  return `${entryNames.rows}${first}.${second}/`;
}
