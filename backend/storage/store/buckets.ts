import type { Database } from '../../db/database.ts';
import type { RequestSession } from '../../db/exchange.ts';

/** What an upload must know of its bucket. */
export interface UploadRules {
  /** In bytes; null for no limit of its own. */
  readonly fileSizeLimit: number | null;
  /** Such as `image/*`; null for all. */
  readonly allowedMimeTypes: readonly string[] | null;
}

/** The keys of the wire that may be written; those not given stay as they are. */
export interface BucketSettings {
  readonly public?: boolean;
  readonly file_size_limit?: number | null;
  readonly allowed_mime_types?: readonly string[] | null;
}

export interface BucketListOptions {
  readonly limit: number;
  readonly offset: number;
  readonly search: string;
  readonly sortColumn: 'id' | 'name' | 'created_at' | 'updated_at';
  readonly sortOrder: 'asc' | 'desc';
}

/** The rows of `storage.buckets`. Who may do what is decided by the policies, for the session's role and claims. */
export interface BucketStore {
  /** Looks with the server's own rights: whoever may upload need not see the bucket. */
  uploadRules(bucket: string): Promise<UploadRules | undefined>;
  /** JSON text of the wire; undefined when the session sees no such bucket. */
  find(session: RequestSession, bucket: string): Promise<string | undefined>;
  list(session: RequestSession, options: BucketListOptions): Promise<string>;
  insert(session: RequestSession, id: string, owner: string | null, settings: BucketSettings): Promise<void>;
  /** Whether there was one that the session may change. */
  update(session: RequestSession, id: string, settings: BucketSettings): Promise<boolean>;
  /** Whether there was one that the session may delete. */
  remove(session: RequestSession, id: string): Promise<boolean>;
}

const time = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const fields = `'id', id, 'name', name, 'owner', coalesce(owner::text, ''), 'public', public,
  'file_size_limit', file_size_limit, 'allowed_mime_types', allowed_mime_types,
  'created_at', ${time('created_at')}, 'updated_at', ${time('updated_at')}`;

const findSql = `select json_build_object(${fields}) from storage.buckets where id = $1`;

const listSql = (column: BucketListOptions['sortColumn'], order: BucketListOptions['sortOrder']): string =>
  `with page as (
    select row_number() over (order by ${column} ${order}, id) as place, * from storage.buckets
    where position(lower($1) in lower(name)) > 0 order by place limit $2::bigint offset $3::bigint
  ) select coalesce(json_agg(json_build_object(${fields}, 'type', type) order by place), '[]') from page`;

/** The settings arrive as one JSON object, so that “not given” and “null” stay apart. */
const allowedTypes = `case when jsonb_typeof($2::jsonb -> 'allowed_mime_types') = 'array'
  then array(select jsonb_array_elements_text($2::jsonb -> 'allowed_mime_types')) end`;
const sizeLimit = `($2::jsonb ->> 'file_size_limit')::bigint`;

const insertSql = `insert into storage.buckets
  (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
  values ($1, $1, $3::text::uuid, $3::text, coalesce(($2::jsonb ->> 'public')::boolean, false),
    ${sizeLimit}, ${allowedTypes})`;

const updateSql = `update storage.buckets set
  public = coalesce(($2::jsonb ->> 'public')::boolean, public),
  file_size_limit = case when $2::jsonb ? 'file_size_limit' then ${sizeLimit} else file_size_limit end,
  allowed_mime_types = case when $2::jsonb ? 'allowed_mime_types' then ${allowedTypes}
    else allowed_mime_types end,
  updated_at = now() where id = $1`;

/** All methods throw pg.DatabaseError. */
export function createBucketStore(db: Database): BucketStore {
  return {
    async uploadRules(bucket) {
      const [row] = await db.query<{ limit: string | null; types: string[] | null }>(
        'select file_size_limit as limit, allowed_mime_types as types from storage.buckets where id = $1',
        [bucket],
      );
      return (
        row && {
          fileSizeLimit: row.limit === null ? null : Number(row.limit),
          allowedMimeTypes: row.types?.length ? row.types : null,
        }
      );
    },
    async find(session, bucket) {
      const { rows } = await db.asCaller(session, { sql: findSql, values: [bucket] });
      return rows[0]?.[0] ?? undefined;
    },
    async list(session, { limit, offset, search, sortColumn, sortOrder }) {
      const { rows } = await db.asCaller(session, {
        sql: listSql(sortColumn, sortOrder),
        values: [search, String(limit), String(offset)],
      });
      return rows[0]?.[0] ?? '[]';
    },
    async insert(session, id, owner, settings) {
      await db.asCaller(session, { sql: insertSql, values: [id, JSON.stringify(settings), owner] });
    },
    async update(session, id, settings) {
      const values = [id, JSON.stringify(settings)];
      return (await db.asCaller(session, { sql: updateSql, values })).rowCount > 0;
    },
    async remove(session, id) {
      const statement = { sql: 'delete from storage.buckets where id = $1', values: [id] };
      return (await db.asCaller(session, statement)).rowCount > 0;
    },
  };
}
