import { setSequences } from '../backup/load.ts';
import { readSequences } from '../backup/tables.ts';
import type { Database, Queryable } from '../db/database.ts';
import { OperatorError } from '../util/operator-error.ts';
import type { BlobStore } from '../storage/store/blobs.ts';
import { copyRows, type Ends, type Mapping } from './copy.ts';
import { copyFactors, type FactorSecrets, type Translate } from './factors.ts';
import type { Mappings } from './mappings.ts';

/** Our side of a move. */
export interface Installed {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly blobs: BlobStore;
  readonly factorSecrets: FactorSecrets;
  /** The folder of the project that both sides have. */
  readonly supabaseDir: string;
}

/** The hosted side: its database, as the account `postgres` of the project. */
export type HostedDatabase = Pick<Database, 'query' | 'transaction'>;

export interface Moved {
  /** Numbers of rows by table, counted on both sides. */
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
  /** Objects whose bytes the source does not have. */
  readonly missingFiles: number;
  /** Accounts that lost a second factor, by address. */
  readonly lostFactors: readonly string[];
}

/** How many objects are in memory at once. */
const objectsAtOnce = 4;

/** Runs `work` for every item, some at a time. */
export async function forEachSome<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  for (let start = 0; start < items.length; start += objectsAtOnce)
    await Promise.all(items.slice(start, start + objectsAtOnce).map(work));
}

/** @throws OperatorError when accounts exist already: two sets of accounts cannot be told apart */
export async function refuseAccounts(target: Queryable, place: string, remedy: string): Promise<void> {
  if ((await target.query('select from auth.users limit 1')).length > 0)
    throw new OperatorError(`${place} already holds accounts. ${remedy}`);
}

/** Copies the rows of some tables. @returns their numbers by table */
export async function copyAll(ends: Ends, mappings: readonly Mapping[]): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const mapping of mappings)
    rows[`${mapping.into.schema}.${mapping.into.name}`] = await copyRows(ends, mapping);
  return rows;
}

/** Copies accounts with their second factors, and the project's rows and sequences, into emptied tables. */
export async function copyAccountsAndRows(ends: Ends, mappings: Mappings, translate: Translate) {
  const { accounts, factors, rows } = mappings;
  const accountRows = await copyAll(ends, accounts);
  const { count, lostFactors } = await copyFactors(ends, factors, translate);
  const projectRows = await copyAll(ends, rows);
  const schemas = new Set(rows.map(({ from }) => from.schema));
  const sequences = await readSequences(ends.from);
  await setSequences(
    ends.into,
    sequences.filter(({ schema }) => schemas.has(schema)),
  );
  return { rows: { ...accountRows, 'auth.mfa_factors': count, ...projectRows }, lostFactors };
}
