import type { Database } from '../../db/database.ts';
import type { RequestSession } from '../../db/exchange.ts';
import { StorageError } from '../errors.ts';
import { isoTime } from './sql.ts';

/** A bucket's limits for uploads. */
export interface UploadRules {
  /** In bytes: the bucket's limit or the server's, whichever is lower. */
  readonly fileSizeLimit: number;
  /** Such as `image/*`; null for all. */
  readonly allowedMimeTypes: readonly string[] | null;
}

/** Under the wire's names. An update leaves absent settings unchanged. */
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

const fields = `'id', id, 'name', name, 'owner', coalesce(owner::text, ''), 'public', public,
  'file_size_limit', file_size_limit, 'allowed_mime_types', allowed_mime_types,
  'created_at', ${isoTime('created_at')}, 'updated_at', ${isoTime('updated_at')}`;

const findSql = `select json_build_object(${fields}) from storage.buckets where id = $1`;

const listSql = (column: BucketListOptions['sortColumn'], order: BucketListOptions['sortOrder']): string =>
  `with page as (
    select row_number() over (order by ${column} ${order}, id) as place, * from storage.buckets
    where position(lower($1) in lower(name)) > 0 order by place limit $2::bigint offset $3::bigint
  ) select coalesce(json_agg(json_build_object(${fields}, 'type', type) order by place), '[]') from page`;

/** The settings are one JSON parameter, which keeps absent and null apart. */
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

/** The rows of `storage.buckets`. The policies decide what a session may see and change. All methods throw pg.DatabaseError. */
export class BucketStore {
  readonly #db: Database;
  readonly #fileSizeLimit: number;

  /** @param fileSizeLimit the server's limit in bytes */
  constructor(db: Database, fileSizeLimit: number) {
    this.#db = db;
    this.#fileSizeLimit = fileSizeLimit;
  }

  /**
   * Reads with the server's rights: a caller that may upload need not see the bucket.
   * @throws StorageError NoSuchBucket
   */
  async uploadRules(bucket: string): Promise<UploadRules> {
    const [row] = await this.#db.query<{ limit: string | null; types: string[] | null }>(
      'select file_size_limit as limit, allowed_mime_types as types from storage.buckets where id = $1',
      [bucket],
    );
    if (!row) throw new StorageError('NoSuchBucket');
    return {
      fileSizeLimit: Math.min(this.#fileSizeLimit, row.limit === null ? Infinity : Number(row.limit)),
      allowedMimeTypes: row.types?.length ? row.types : null,
    };
  }

  /** The bucket as the wire's JSON text; undefined when the session cannot see it. */
  async find(session: RequestSession, bucket: string): Promise<string | undefined> {
    const { rows } = await this.#db.asCaller(session, { sql: findSql, values: [bucket] });
    return rows[0]?.[0] ?? undefined;
  }

  async list(
    session: RequestSession,
    { limit, offset, search, sortColumn, sortOrder }: BucketListOptions,
  ): Promise<string> {
    const { rows } = await this.#db.asCaller(session, {
      sql: listSql(sortColumn, sortOrder),
      values: [search, String(limit), String(offset)],
    });
    return rows[0]?.[0] ?? '[]';
  }

  async insert(
    session: RequestSession,
    id: string,
    owner: string | null,
    settings: BucketSettings,
  ): Promise<void> {
    await this.#db.asCaller(session, { sql: insertSql, values: [id, JSON.stringify(settings), owner] });
  }

  /** Returns false when the session may not change the bucket, or it does not exist. */
  async update(session: RequestSession, id: string, settings: BucketSettings): Promise<boolean> {
    const values = [id, JSON.stringify(settings)];
    return (await this.#db.asCaller(session, { sql: updateSql, values })).rowCount > 0;
  }

  /** Returns false when the session may not delete the bucket, or it does not exist. */
  async remove(session: RequestSession, id: string): Promise<boolean> {
    const statement = { sql: 'delete from storage.buckets where id = $1', values: [id] };
    return (await this.#db.asCaller(session, statement)).rowCount > 0;
  }
}
