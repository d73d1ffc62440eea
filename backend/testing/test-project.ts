import type { Config } from '../config/config.ts';
import type { BackendOptions } from '../service/options.ts';
import type { AddRows } from './people.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A project that tests stand on. */
export interface Project<Rows> {
  /** Laid out as the Supabase CLI does. */
  readonly folder: string;
  /** Name of the database, migrated and seeded, that every test's database is copied from. */
  readonly template: string;
  /** Settings of every server of the tests. */
  readonly environment: Environment;
  /** Reads the configuration; `change` alters it before the product's options derive from it. */
  configure(
    environment: Environment,
    change: (config: Config) => Config,
  ): Promise<{ readonly config: Config; readonly options: BackendOptions }>;
  readonly addRows: AddRows<Rows>;
}
