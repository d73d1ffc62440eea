import { emptyTables } from '../backup/load.ts';
import { setFixedFormats } from '../backup/tables.ts';
import type { Queryable } from '../db/database.ts';
import { readObjectBytes } from '../storage/store/blobs.ts';
import { StorageError } from '../storage/errors.ts';
import type { StoredObject } from '../storage/store/objects.ts';
import { OperatorError } from '../util/operator-error.ts';
import { copyAll, copyAccountsAndRows, forEachSome, refuseAccounts } from './move.ts';
import type { HostedDatabase, Installed, Moved } from './move.ts';
import { opening } from './factors.ts';
import { planMappings, type Mappings } from './mappings.ts';
import { openStorageApi, type HostedApi } from './storage-api.ts';

interface OwnObject extends StoredObject {
  readonly bucket: string;
  readonly name: string;
  /** The columns that an upload with a secret key leaves empty, or sets to now. */
  readonly details: object;
}

const objectsSql = `select bucket_id as bucket, name, id, coalesce(version, '') as version, metadata,
    user_metadata as "userMetadata", created_at::text as "createdAt", jsonb_build_object('bucket', bucket_id, 'name', name,
    'owner', owner, 'owner_id', owner_id, 'created_at', created_at, 'updated_at', updated_at,
    'last_accessed_at', last_accessed_at, 'user_metadata', user_metadata) as details
  from storage.objects`;

const detailsSql = `update storage.objects o set owner = v.owner, owner_id = v.owner_id, created_at = v.created_at,
    updated_at = v.updated_at, last_accessed_at = v.last_accessed_at, user_metadata = v.user_metadata
  from jsonb_to_recordset($1::jsonb) as v (bucket text, name text, owner uuid, owner_id text, created_at timestamptz,
    updated_at timestamptz, last_accessed_at timestamptz, user_metadata jsonb)
  where o.bucket_id = v.bucket and o.name = v.name returning o.id`;

/** PostgreSQL: insufficient privilege. */
const forbidden = '42501';

/**
 * Switches triggers and foreign keys off for the transaction: rows come in any order and unchanged. A hosted project's
 * account `postgres` is no superuser; its extension supautils allows it the statement SET, not the function set_config.
 */
async function suspendTriggers(into: Queryable): Promise<void> {
  await into
    .query('set local session_replication_role = replica')
    .catch((error: { readonly code?: string }) => {
      if (error.code !== forbidden) throw error;
      throw new OperatorError(
        'The account of --to may not switch triggers off (session_replication_role). Use the account postgres of the project.',
      );
    });
}

/** @throws OperatorError when the hosted project has objects of its own */
async function refuseOtherObjects(hosted: Queryable, own: readonly OwnObject[]): Promise<void> {
  const names = new Set(own.map(({ bucket, name }) => `${bucket}/${name}`));
  const rows = await hosted.query<{ name: string }>(
    `select bucket_id || '/' || name as name from storage.objects`,
  );
  const other = rows.find(({ name }) => !names.has(name));
  if (other)
    throw new OperatorError(
      `The hosted project already holds files, such as ${other.name}. Export into an empty project.`,
    );
}

/** @returns the objects that arrived */
async function giveObjects(objects: readonly OwnObject[], { blobs }: Installed, api: HostedApi) {
  const { upload } = openStorageApi(api);
  const given: OwnObject[] = [];
  await forEachSome(objects, async (object) => {
    const bytes = await readObjectBytes(blobs, object).catch((error: Error) => {
      if (error instanceof StorageError && error.code === 'NoSuchKey') return undefined;
      throw error;
    });
    if (!bytes) return;
    const { bucket, name, metadata } = object;
    await upload({ bucket, name, bytes, mimetype: metadata.mimetype, cacheControl: metadata.cacheControl });
    given.push(object);
  });
  return given;
}

async function give(
  from: Queryable,
  hosted: HostedDatabase,
  mappings: Mappings,
  given: readonly OwnObject[],
  installed: Installed,
) {
  return hosted.transaction(async (into) => {
    await setFixedFormats(into);
    await suspendTriggers(into);
    const ends = { from, into };
    await emptyTables(
      into,
      mappings.rows.map((mapping) => mapping.into),
    );
    const moved = await copyAccountsAndRows(ends, mappings, opening(installed.factorSecrets));
    const details = JSON.stringify(given.map((object) => object.details));
    const described = await into.query(detailsSql, [details]);
    if (described.length !== given.length)
      throw new OperatorError(
        `${given.length} files were uploaded, but the hosted project has ${described.length} of them. Run the export again.`,
      );
    return moved;
  });
}

/**
 * Brings accounts, rows and files of an installation to a hosted project without accounts. Buckets and files go first, through
 * the API, where a repeated export replaces them; the rest follows in one transaction.
 * @param hosted with the project's migrations
 * @throws OperatorError when it holds accounts or other files already, or the two sides do not fit
 */
export async function exportProject(
  installed: Installed,
  hosted: HostedDatabase,
  api: HostedApi,
): Promise<Moved> {
  const remedy = 'Export into an empty project: set it up without --admin.';
  await refuseAccounts(hosted, 'The hosted project', remedy);
  return installed.db.transaction(async (from) => {
    await from.query('set transaction isolation level repeatable read, read only');
    await setFixedFormats(from);
    const mappings = await planMappings({ from, into: hosted }, from, installed.supabaseDir);
    const objects = await from.query<OwnObject>(objectsSql);
    await refuseOtherObjects(hosted, objects);
    const buckets = await hosted.transaction(async (into) => {
      await setFixedFormats(into);
      return copyAll({ from, into }, [mappings.buckets]);
    });
    const given = await giveObjects(objects, installed, api);
    const moved = await give(from, hosted, mappings, given, installed);
    return {
      ...moved,
      rows: { ...moved.rows, ...buckets, 'storage.objects': given.length },
      files: given.length,
      missingFiles: objects.length - given.length,
    };
  });
}
