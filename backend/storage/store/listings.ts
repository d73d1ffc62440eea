import type { Database } from '../../db/database.ts';
import type { RequestSession } from '../../db/exchange.ts';
import { isoTime } from './sql.ts';

export interface ListOptions {
  /** A folder without its trailing slash; empty for the root. */
  readonly prefix: string;
  /** The prefix is a whole key: list that object alone. */
  readonly exactMatch: boolean;
  readonly search: string;
  readonly limit: number;
  readonly offset: number;
  readonly sortBy: 'name' | 'updated_at' | 'created_at' | 'last_accessed_at';
  readonly order: 'asc' | 'desc';
}

/** An entry's position in a sorted list. */
export interface Position {
  /** The value of the sort column; empty when the list is sorted by name. */
  readonly sort: string;
  readonly name: string;
}

export interface ListV2Options {
  readonly prefix: string;
  readonly exactMatch: boolean;
  /** Whether deeper objects appear as folders. */
  readonly withDelimiter: boolean;
  /** The last entry of the previous page; null for the first page. */
  readonly after: Position | null;
  readonly sortBy: 'name' | 'updated_at' | 'created_at';
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

export interface ListV2Entry extends Position {
  readonly isFolder: boolean;
  /** The wire's JSON value. */
  readonly entry: unknown;
}

const entryFields = `'id', id, 'updated_at', ${isoTime('updated_at')}, 'created_at', ${isoTime('created_at')},
  'last_accessed_at', ${isoTime('last_accessed_at')}, 'metadata', metadata`;

const noTimes = `null::timestamptz as updated_at, null::timestamptz as created_at,
  null::timestamptz as last_accessed_at, null::jsonb as metadata`;

/**
 * As upstream, folders come first. Parameters: `$2` the prefix with its slash, `$3` the start of the names, `$6` the
 * only key to list, or null.
 */
const listSql = (sortBy: ListOptions['sortBy'], order: ListOptions['order']): string => `with level as (
    select substr(name, length($2) + 1) as rest, * from storage.objects
    where bucket_id = $1 and starts_with(name, $2)
      and starts_with(lower(substr(name, length($2) + 1)), lower($3))
      and ($6::text is null or name = $6)
  ), entries as (
    select split_part(rest, '/', 1) as entry, null::uuid as id, ${noTimes}, 0 as kind
    from level where rest like '%/%' group by 1
    union all
    select rest, id, updated_at, created_at, last_accessed_at, metadata, 1
    from level where rest not like '%/%'
  ), page as (
    select row_number() over (order by kind, ${sortBy === 'name' ? '' : `${sortBy} ${order},`} entry ${order}) as place, *
    from entries order by place limit $4::bigint offset $5::bigint
  ) select coalesce(json_agg(json_build_object('name', entry, ${entryFields}) order by place), '[]') from page`;

/**
 * Sorts by bytes, like S3. A folder takes the position of its first object. `key` is the last segment of the name, as in
 * upstream's `search_v2`.
 */
const listV2Sql = (sortBy: ListV2Options['sortBy'], order: ListV2Options['order']): string => {
  const sort = sortBy === 'name' ? `''::text` : `to_char(${sortBy} at time zone 'utc', 'YYYYMMDDHH24MISSUS')`;
  const [first, beyond] = order === 'asc' ? ['min', '>'] : ['max', '<'];
  return `with matching as (
    select *, ${sort} as sort, case when $3::boolean then
      substring(name for length($2) + nullif(position('/' in substr(name, length($2) + 1)), 0)) end as folder
    from storage.objects
    where bucket_id = $1 and case when $4::boolean then name = $2 else starts_with(name, $2) end
  ), entries as (
    select folder as name, null::uuid as id, ${noTimes}, ${first}(sort) as sort, true as is_folder
    from matching where folder is not null group by folder
    union all
    select name, id, updated_at, created_at, last_accessed_at, metadata, sort, false
    from matching where folder is null
  ) select is_folder, sort, name, case when is_folder
      then json_build_object('key', split_part(rtrim(name, '/'), '/', -1), 'name', name)
      else json_build_object('key', split_part(name, '/', -1), 'name', name, ${entryFields}) end
  from entries
  where $5::text is null or (sort collate "C", name collate "C") ${beyond} ($5, $6)
  order by sort collate "C" ${order}, name collate "C" ${order} limit $7::bigint`;
};

/** Lists the objects that the session may see. All methods throw pg.DatabaseError. */
export class ObjectListings {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Files and folders of one level, as the wire's JSON text. */
  async list(
    session: RequestSession,
    bucket: string,
    { prefix, exactMatch, search, limit, offset, sortBy, order }: ListOptions,
  ): Promise<string> {
    const folder = prefix === '' ? '' : `${prefix}/`;
    const name = exactMatch ? prefix : null;
    const within = exactMatch ? prefix.slice(0, prefix.lastIndexOf('/') + 1) : folder;
    const { rows } = await this.#db.asCaller(session, {
      sql: listSql(sortBy, order),
      values: [bucket, within, search, String(limit), String(offset), name],
    });
    return rows[0]?.[0] ?? '[]';
  }

  async listV2(
    session: RequestSession,
    bucket: string,
    options: ListV2Options,
  ): Promise<readonly ListV2Entry[]> {
    const { prefix, exactMatch, withDelimiter, after, sortBy, order, limit } = options;
    const flags = [String(withDelimiter), String(exactMatch)];
    const place = [after?.sort ?? null, after?.name ?? null];
    const { rows } = await this.#db.asCaller(session, {
      sql: listV2Sql(sortBy, order),
      values: [bucket, prefix, ...flags, ...place, String(limit)],
    });
    return rows.map(([isFolder, sort, name, entry]) => ({
      isFolder: isFolder === 't',
      sort: sort ?? '',
      name: name ?? '',
      entry: JSON.parse(entry ?? 'null') as unknown,
    }));
  }
}
