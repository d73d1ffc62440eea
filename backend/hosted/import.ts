import { randomUUID } from 'node:crypto';
import { emptyTables, suspendRules } from '../backup/load.ts';
import { setFixedFormats } from '../backup/tables.ts';
import { OperatorError } from '../util/operator-error.ts';
import { copyAll, copyAccountsAndRows, forEachSome, refuseAccounts } from './move.ts';
import type { HostedDatabase, Installed, Moved } from './move.ts';
import type { Ends } from './copy.ts';
import { findForeignHashes, sealing } from './factors.ts';
import { planMappings, type Mappings } from './mappings.ts';
import { openStorageApi, type HostedApi } from './storage-api.ts';

interface HostedObject {
  readonly id: string;
  readonly bucket: string;
  readonly name: string;
  /** In bytes; null where the row does not say. */
  readonly size: number | null;
}

export interface Imported extends Moved {
  /** Accounts whose password has a hash that we cannot verify, by address: they choose a new one. */
  readonly lostPasswords: readonly string[];
}

/** Downloads the bytes of the rows and gives each its version. @returns the number of rows without bytes */
async function takeObjects(
  { from, into }: Ends,
  { objects }: Mappings,
  { blobs }: Installed,
  api: HostedApi,
  written: string[],
) {
  const { download } = openStorageApi(api);
  const rows = await from.query<HostedObject>(
    `select id, bucket_id as bucket, name, (metadata ->> 'size')::float8 as size from storage.objects
     where ${objects.where ?? 'true'}`,
  );
  const versions: { readonly id: string; readonly version: string }[] = [];
  await forEachSome(rows, async ({ id, size, ...object }) => {
    const bytes = await download(object, size);
    if (!bytes) return;
    if (size !== null && size !== bytes.length)
      throw new OperatorError(
        `${object.bucket}/${object.name} has ${bytes.length} bytes, but its row says ${size}. Nothing was imported; try again.`,
      );
    const version = randomUUID();
    written.push(version);
    await blobs.write(version, bytes);
    versions.push({ id, version });
  });
  await into.query(
    `update storage.objects o set version = v.version
     from json_to_recordset($1::json) as v (id uuid, version text) where o.id = v.id`,
    [JSON.stringify(versions)],
  );
  return { files: versions.length, missingFiles: rows.length - versions.length };
}

async function take(ends: Ends, installed: Installed, api: HostedApi, written: string[]): Promise<Imported> {
  const mappings = await planMappings(ends, ends.into, installed.supabaseDir);
  const { accounts, factors, rows, buckets } = mappings;
  const objects = { ...mappings.objects, replaced: { version: 'null' } };
  const tables = [...accounts, factors, ...rows, buckets, objects].map(({ into }) => into);
  const { before, after } = await suspendRules(ends.into, tables);
  for (const statement of before) await ends.into.query(statement);
  await emptyTables(
    ends.into,
    rows.map(({ into }) => into),
  );
  const moved = await copyAccountsAndRows(ends, mappings, sealing(installed.factorSecrets));
  const stored = await copyAll(ends, [buckets, objects]);
  const files = await takeObjects(ends, mappings, installed, api, written);
  for (const statement of after) await ends.into.query(statement);
  const lostPasswords = await findForeignHashes(ends.from);
  return { ...moved, ...files, lostPasswords, rows: { ...moved.rows, ...stored } };
}

/**
 * Brings a hosted project's accounts, rows and files into an installation without accounts, in one transaction of each side.
 * The project's tables take the hosted rows in place of their own; policies and functions stay those of the migrations.
 * @param installed migrated, and used by no server
 * @throws OperatorError when it holds accounts or files already, or the two sides do not fit; then nothing has changed
 */
export async function importProject(
  hosted: HostedDatabase,
  installed: Installed,
  api: HostedApi,
): Promise<Imported> {
  const remedy = 'Import into another DATA_DIR or database.';
  await refuseAccounts(installed.db, 'The installation', remedy);
  if ((await installed.db.query('select from storage.objects limit 1')).length > 0)
    throw new OperatorError(`The installation already holds files. ${remedy}`);
  const written: string[] = [];
  try {
    const imported = await hosted.transaction(async (from) => {
      await from.query('set transaction isolation level repeatable read, read only');
      await setFixedFormats(from);
      return installed.db.transaction(async (into) => {
        await setFixedFormats(into);
        return take({ from, into }, installed, api, written);
      });
    });
    await installed.db.query('analyze');
    return imported;
  } catch (error) {
    await installed.blobs.remove(written);
    throw error;
  }
}
