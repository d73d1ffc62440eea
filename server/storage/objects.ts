import type { Database } from '../db/database.ts';
import type { RequestSession } from '../db/exchange.ts';
import type { ObjectAddress } from './keys.ts';

/** The `metadata` column, with upstream's keys. */
export interface ObjectMetadata {
  /** With its quotes. */
  readonly eTag: string;
  /** In bytes. */
  readonly size: number;
  readonly mimetype: string;
  readonly cacheControl: string;
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

export interface NewObject {
  readonly id: string;
  readonly version: string;
  /** The uploading user's id; null for keys. */
  readonly owner: string | null;
  readonly metadata: ObjectMetadata;
  /** JSON text. */
  readonly userMetadata: string | null;
}

export interface ListOptions {
  /** Folder, without a slash at its end, or empty. */
  readonly prefix: string;
  readonly search: string;
  readonly limit: number;
  readonly offset: number;
  readonly sortBy: 'name' | 'updated_at' | 'created_at' | 'last_accessed_at';
  readonly order: 'asc' | 'desc';
}

/** The rows of `storage.objects`. Who may do what is decided by the policies, for the session's role and claims. */
export interface ObjectStore {
  find(session: RequestSession, address: ObjectAddress): Promise<StoredObject | undefined>;
  /** Looks with the server's own rights, for public buckets. `bucket` tells what kind of bucket it is. */
  findPublic(address: ObjectAddress): Promise<{
    readonly bucket: 'public' | 'private' | 'missing';
    readonly object: StoredObject | undefined;
  }>;
  /** Throws what the insert would throw; nothing is written. */
  checkUpload(
    session: RequestSession,
    address: ObjectAddress,
    owner: string | null,
    upsert: boolean,
  ): Promise<void>;
  /** Returns the object's id: with `upsert` that of the row it replaced. */
  insert(
    session: RequestSession,
    address: ObjectAddress,
    object: NewObject,
    upsert: boolean,
  ): Promise<string>;
  /** Removes what the session may remove of `keys`; returns the rows as JSON text and their versions. */
  remove(session: RequestSession, bucket: string, keys: readonly string[] | 'all'): Promise<RemovedObjects>;
  /** Files and folders of one level, as the JSON text of the wire. */
  list(session: RequestSession, bucket: string, options: ListOptions): Promise<string>;
  /** Which of the versions some object has. */
  knownVersions(versions: readonly string[]): Promise<string[]>;
}

export interface RemovedObjects {
  readonly json: string;
  readonly versions: readonly string[];
}

const isoTime = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const storedColumns = `o.id, o.version, o.metadata, o.user_metadata, ${isoTime('o.created_at')}`;

const findSql = `select ${storedColumns} from storage.objects o where o.bucket_id = $1 and o.name = $2`;

const findPublicSql = `select b.public, ${storedColumns} from storage.buckets b
  left join storage.objects o on b.public and o.bucket_id = b.id and o.name = $2 where b.id = $1`;

const insertSql = `insert into storage.objects
  (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1, $2, $3, $4::text::uuid, $4::text, $5, $6, $7)`;

const upsertSql = `${insertSql} on conflict (bucket_id, name) do update set
  owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version,
  metadata = excluded.metadata, user_metadata = excluded.user_metadata, updated_at = now()
  returning id`;

const removeSql = (condition: string): string => `with removed as (
    delete from storage.objects where ${condition} returning *
  ) select coalesce(json_agg(json_build_object('name', name, 'bucket_id', bucket_id, 'owner', owner,
      'owner_id', owner_id, 'version', version, 'id', id, 'updated_at', ${isoTime('updated_at')},
      'created_at', ${isoTime('created_at')}, 'last_accessed_at', ${isoTime('last_accessed_at')},
      'metadata', metadata, 'user_metadata', user_metadata)), '[]'),
    coalesce(json_agg(version), '[]') from removed`;

const removeSomeSql = removeSql('bucket_id = $1 and name in (select json_array_elements_text($2::json))');
const removeAllSql = removeSql('bucket_id = $1');

/** As upstream: folders first, by name; `$2` is the prefix with its slash, `$3` what names must begin with. */
const listSql = (sortBy: ListOptions['sortBy'], order: ListOptions['order']): string => `with level as (
    select substr(name, length($2) + 1) as rest, * from storage.objects
    where bucket_id = $1 and starts_with(name, $2)
      and starts_with(lower(substr(name, length($2) + 1)), lower($3))
  ), entries as (
    select split_part(rest, '/', 1) as entry, null::uuid as id, null::timestamptz as updated_at,
      null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata, 0 as kind
    from level where rest like '%/%' group by 1
    union all
    select rest, id, updated_at, created_at, last_accessed_at, metadata, 1
    from level where rest not like '%/%'
  ), page as (
    select row_number() over (order by kind, ${sortBy === 'name' ? '' : `${sortBy} ${order},`} entry ${order}) as place, *
    from entries order by place limit $4::bigint offset $5::bigint
  ) select coalesce(json_agg(json_build_object('name', entry, 'id', id, 'updated_at', ${isoTime('updated_at')},
      'created_at', ${isoTime('created_at')}, 'last_accessed_at', ${isoTime('last_accessed_at')},
      'metadata', metadata) order by place), '[]') from page`;

/** The server's own rights, in a session of the request's kind, so that its statements are prepared. */
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

/** All methods throw pg.DatabaseError. */
export function createObjectStore(db: Database): ObjectStore {
  return {
    async find(session, { bucket, key }) {
      const { rows } = await db.asCaller(session, { sql: findSql, values: [bucket, key] });
      return storedObject(rows[0] ?? []);
    },
    async findPublic({ bucket, key }) {
      const { rows } = await db.asCaller(serverSession, { sql: findPublicSql, values: [bucket, key] });
      const [row] = rows;
      if (!row) return { bucket: 'missing', object: undefined };
      return { bucket: row[0] === 't' ? 'public' : 'private', object: storedObject(row.slice(1)) };
    },
    async checkUpload(session, { bucket, key }, owner, upsert) {
      await db.asCaller(session, {
        sql: 'select storage.check_upload($1, $2, $3, $4)',
        values: [bucket, key, owner, upsert ? 'true' : 'false'],
      });
    },
    async insert(session, { bucket, key }, { id, owner, version, metadata, userMetadata }, upsert) {
      const values = [id, bucket, key, owner, version, JSON.stringify(metadata), userMetadata];
      const { rows } = await db.asCaller(session, { sql: upsert ? upsertSql : insertSql, values });
      return rows[0]?.[0] ?? id;
    },
    async remove(session, bucket, keys) {
      const statement =
        keys === 'all'
          ? { sql: removeAllSql, values: [bucket] }
          : { sql: removeSomeSql, values: [bucket, JSON.stringify(keys)] };
      const { rows } = await db.asCaller(session, statement);
      const [json, versions] = rows[0] ?? [];
      return { json: json ?? '[]', versions: JSON.parse(versions ?? '[]') as string[] };
    },
    async list(session, bucket, { prefix, search, limit, offset, sortBy, order }) {
      const folder = prefix === '' ? '' : `${prefix}/`;
      const { rows } = await db.asCaller(session, {
        sql: listSql(sortBy, order),
        values: [bucket, folder, search, String(limit), String(offset)],
      });
      return rows[0]?.[0] ?? '[]';
    },
    async knownVersions(versions) {
      const rows = await db.query<{ version: string }>(
        'select version from storage.objects where version = any($1)',
        [versions],
      );
      return rows.map(({ version }) => version);
    },
  };
}
