import type { Database } from '../../db/database.ts';
import type { RequestSession } from '../../db/exchange.ts';
import type { ObjectAddress } from './keys.ts';
import { isoTime } from './sql.ts';

/** The `metadata` column, under upstream's names. */
export interface ObjectMetadata {
  /** Includes the quotes. */
  readonly eTag: string;
  /** In bytes. */
  readonly size: number;
  readonly mimetype: string;
  readonly cacheControl: string;
  /** Absent for plain bytes. */
  readonly contentEncoding?: string;
  /** ISO 8601, UTC. */
  readonly lastModified: string;
  readonly contentLength: number;
  readonly httpStatusCode: 200;
}

export interface StoredObject {
  readonly id: string;
  readonly version: string;
  readonly metadata: ObjectMetadata;
  readonly userMetadata: unknown;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export interface NewObject extends Pick<StoredObject, 'id' | 'version' | 'metadata'> {
  /** The uploading user's id; null for keys. */
  readonly owner: string | null;
  /** JSON text. */
  readonly userMetadata: string | null;
}

/** A row from another project or a seed has no version and no bytes: its version reads as the empty text. */
const storedColumns = `o.id, coalesce(o.version, ''), o.metadata, o.user_metadata, ${isoTime('o.created_at')}`;

const findSql = `select ${storedColumns} from storage.objects o where o.bucket_id = $1 and o.name = $2`;

/** Addresses as JSON in, a row for each in their order out. */
const findPublicSql = `select b.public, ${storedColumns}
  from rows from (json_to_recordset($1::json) as (bucket text, key text)) with ordinality as asked (bucket, key, position)
  left join storage.buckets b on b.id = asked.bucket
  left join storage.objects o on b.public and o.bucket_id = b.id and o.name = asked.key
  order by asked.position`;

const insertSql = `insert into storage.objects
  (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1, $2, $3, $4::text::uuid, $4::text, $5, $6, $7)`;

const upsertSql = `${insertSql} on conflict (bucket_id, name) do update set
  owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
  metadata = excluded.metadata, user_metadata = excluded.user_metadata, updated_at = now()
  returning id`;

const rowFields = `'name', o.name, 'bucket_id', o.bucket_id, 'owner', o.owner, 'owner_id', o.owner_id,
  'version', o.version, 'id', o.id, 'updated_at', ${isoTime('o.updated_at')},
  'created_at', ${isoTime('o.created_at')}, 'last_accessed_at', ${isoTime('o.last_accessed_at')},
  'metadata', o.metadata, 'user_metadata', o.user_metadata`;

const describeSql = `select json_build_object(${rowFields}) from storage.objects o
  where o.bucket_id = $1 and o.name = $2`;

const removeSql = (condition: string): string => `with o as (
    delete from storage.objects where ${condition} returning *
  ) select coalesce(json_agg(json_build_object(${rowFields})), '[]'),
    coalesce(json_agg(coalesce(version, '')), '[]') from o`;

/** Both branches can use the index over bucket and name. */
const removeSomeSql = removeSql(`bucket_id = $1 and (
    name in (select path from json_to_recordset($2::json) as k (path text, "versionId" text)
      where "versionId" is null)
    or (name, version) in (select path, "versionId"
      from json_to_recordset($2::json) as k (path text, "versionId" text)))`);
const removeAllSql = removeSql('bucket_id = $1');

/** The server's rights, as a request session: its statements are prepared like those of callers. */
export const serverSession: RequestSession = {
  role: 'service_role',
  claims: '{"role":"service_role"}',
  method: 'GET',
  path: '',
  headers: '{}',
  readOnly: true,
};

function storedObject(row: readonly (string | null)[]): StoredObject | undefined {
  const [id, version, metadata, userMetadata, createdAt] = row;
  if (id == null || version == null) return undefined;
  return {
    id,
    version,
    metadata: JSON.parse(metadata ?? '{}') as ObjectMetadata,
    userMetadata: JSON.parse(userMetadata ?? 'null') as unknown,
    createdAt: createdAt ?? '',
  };
}

// The policies decide which rows a session may see and change. All functions throw pg.DatabaseError.

export async function findObject(
  db: Database,
  session: RequestSession,
  { bucket, key }: ObjectAddress,
): Promise<StoredObject | undefined> {
  const { rows } = await db.asCaller(session, { sql: findSql, values: [bucket, key] });
  return storedObject(rows[0] ?? []);
}

/** An address as everyone may see it: with an object only in a public bucket. */
export interface PublicObject {
  readonly bucket: 'public' | 'private' | 'missing';
  readonly object: StoredObject | undefined;
}

function publicObject([isPublic, ...object]: readonly (string | null)[]): PublicObject {
  if (isPublic == null) return { bucket: 'missing', object: undefined };
  return { bucket: isPublic === 't' ? 'public' : 'private', object: storedObject(object) };
}

/**
 * Reads with the server's rights, in public buckets only.
 * @returns what is at each address, in their order
 */
export async function findInPublicBuckets(
  db: Database,
  addresses: readonly ObjectAddress[],
): Promise<readonly PublicObject[]> {
  const values = [JSON.stringify(addresses)];
  const { rows } = await db.asCaller(serverSession, { sql: findPublicSql, values });
  return rows.map(publicObject);
}

/** Throws what `insertObject` would throw, without writing. */
export async function checkUpload(
  db: Database,
  session: RequestSession,
  { bucket, key }: ObjectAddress,
  owner: string | null,
  upsert: boolean,
): Promise<void> {
  const sql = 'select storage.check_upload($1, $2, $3, $4)';
  await db.asCaller(session, { sql, values: [bucket, key, owner, String(upsert)] });
}

/** Returns the object's id; with `upsert` a replaced row keeps its id. */
export async function insertObject(
  db: Database,
  session: RequestSession,
  { bucket, key }: ObjectAddress,
  { id, owner, version, metadata, userMetadata }: NewObject,
  upsert: boolean,
): Promise<string> {
  const values = [id, bucket, key, owner, version, JSON.stringify(metadata), userMetadata];
  const { rows } = await db.asCaller(session, { sql: upsert ? upsertSql : insertSql, values });
  return rows[0]?.[0] ?? id;
}

/**
 * Deletes those of `keys` that the session may delete, each optionally limited to one version.
 * @returns the deleted rows as the wire's JSON text, and their versions
 */
export async function removeObjects(
  db: Database,
  session: RequestSession,
  bucket: string,
  keys: readonly { readonly path: string; readonly versionId?: string | undefined }[] | 'all',
): Promise<{ readonly json: string; readonly versions: readonly string[] }> {
  const statement =
    keys === 'all'
      ? { sql: removeAllSql, values: [bucket] }
      : { sql: removeSomeSql, values: [bucket, JSON.stringify(keys)] };
  const { rows } = await db.asCaller(session, statement);
  const [json, versions] = rows[0] ?? [];
  return { json: json ?? '[]', versions: JSON.parse(versions ?? '[]') as string[] };
}

/** The row under the wire's names, read with the server's rights; empty when it does not exist. */
export async function describeObject(
  db: Database,
  { bucket, key }: ObjectAddress,
): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await db.asCaller(serverSession, { sql: describeSql, values: [bucket, key] });
  return JSON.parse(rows[0]?.[0] ?? '{}') as Record<string, unknown>;
}
