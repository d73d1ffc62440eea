import * as v from 'valibot';
import { checkedBy } from './protocol-types.ts';
import { readProjectFile } from './project-file.ts';

/**
 * `[api] auto_expose_new_tables`: whether `anon`, `authenticated` and `service_role` reach the tables, sequences and
 * functions that migrations create in `public`, without a grant. Unset counts as false, as with the CLI of today.
 */
export const exposeNewTables = v.optional(v.boolean());

/** `[db.seed]`: SQL files that run once in a new database, after the migrations. */
export const seedSettings = v.object({
  enabled: v.optional(v.boolean(), true),
  /** Paths and glob patterns, from the folder of `config.toml`. */
  sql_paths: v.optional(v.array(v.string()), ['./seed.sql']),
});

export type SeedSettings = v.InferOutput<typeof seedSettings>;

const schema = v.object({
  api: v.optional(v.object({ auto_expose_new_tables: exposeNewTables }), {}),
  db: v.optional(v.object({ seed: v.optional(seedSettings, {}) }), {}),
});

/** The part of `config.toml` that decides how a database of the project is made. */
export interface DatabaseSettings {
  readonly exposesNewTables: boolean;
  readonly seed: SeedSettings;
}

/**
 * Reads that part alone: a restore and an import make the same database as a start, whatever the rest of the file holds.
 * @throws ConfigError
 */
export function readDatabaseSettings(supabaseDir: string): Promise<DatabaseSettings> {
  return readProjectFile(supabaseDir, (parsed) => {
    const { api, db } = checkedBy(schema, parsed);
    return { exposesNewTables: api.auto_expose_new_tables ?? false, seed: db.seed };
  });
}
