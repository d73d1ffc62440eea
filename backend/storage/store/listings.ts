import { isoTime } from './sql.ts';

type Order = 'asc' | 'desc';

const entryFields = `'id', id, 'updated_at', ${isoTime('updated_at')}, 'created_at', ${isoTime('created_at')},
  'last_accessed_at', ${isoTime('last_accessed_at')}, 'metadata', metadata`;

const noTimes = `null::timestamptz as updated_at, null::timestamptz as created_at,
  null::timestamptz as last_accessed_at, null::jsonb as metadata`;

/**
 * Lists the files and folders of one level as the wire's JSON text. As upstream, folders come first. Parameters: bucket,
 * prefix with its slash, start of the names, limit, offset, and the only key to list or null.
 */
export const levelSql = (
  sortBy: 'name' | 'updated_at' | 'created_at' | 'last_accessed_at',
  order: Order,
): string => `with level as (
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
 * Lists the objects below a prefix: whether the entry is a folder, its position (sort value and name; by name the sort
 * value is empty), and the wire's JSON. Sorts by bytes, like S3. A folder takes the position of its first object. `key`
 * is the last segment of the name, as in upstream's `search_v2`. Parameters: bucket, prefix, whether deeper objects
 * appear as folders, whether the prefix is a whole key, position after which to start or nulls, limit.
 */
export const pageSql = (sortBy: 'name' | 'updated_at' | 'created_at', order: Order): string => {
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
