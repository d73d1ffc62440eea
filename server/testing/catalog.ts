import type { Queryable } from '../../backend/db/database.ts';

/** Sorted lines that describe a database, by part, so that a person can compare two. */
export type Catalog = Readonly<Record<string, readonly string[]>>;

const ours = `('public', 'private')`;
const inOurs = `in (select oid from pg_namespace where nspname in ${ours})`;

/** Queries whose rows describe the product's schemas, and what it adds to those of the platform. */
const queries: Readonly<Record<string, string>> = {
  schemas: `select format('%s %s', n.nspname, grant_of.item) as line from pg_namespace n
    cross join lateral (select format('%s to %s', a.privilege_type,
        case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee) end) as item
      from aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a) as grant_of
    where n.nspname in ${ours}`,
  tables: `select format('%s %s rls %s forced %s options %s persistence %s', c.oid::regclass, c.relkind, c.relrowsecurity,
      c.relforcerowsecurity, c.reloptions, c.relpersistence) as line
    from pg_class c where c.relnamespace ${inOurs} and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
  views: `select format('%s as %s', c.oid::regclass, pg_get_viewdef(c.oid)) as line
    from pg_class c where c.relnamespace ${inOurs} and c.relkind in ('v', 'm')`,
  columns: `select format('%s.%s %s%s default %s generated %s identity %s statistics %s collate %s', a.attrelid::regclass,
      a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' else '' end,
      pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attidentity, a.attstattarget, a.attcollation::regcollation) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace ${inOurs} and c.relkind in ('r', 'p', 'v', 'm', 'c') and a.attnum > 0 and not a.attisdropped`,
  constraints: `select format('%s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) as line
    from pg_constraint where connamespace ${inOurs}`,
  indexes: `select indexdef as line from pg_indexes where schemaname in ${ours}`,
  sequences: `select format('%s %s start %s min %s max %s by %s cycle %s', sequencename, data_type, start_value,
      min_value, max_value, increment_by, cycle) as line from pg_sequences where schemaname in ${ours}`,
  types: `select format('%s %s %s %s', t.oid::regtype, t.typtype, format_type(t.typbasetype, t.typtypmod),
      (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)) as line
    from pg_type t where t.typnamespace ${inOurs} and t.typelem = 0`,
  policies: `select format('%s.%s %s %s for %s to %s using %s check %s', schemaname, tablename, policyname, permissive, cmd,
      roles, qual, with_check) as line from pg_policies`,
  functions: `select pg_get_functiondef(oid) as line from pg_proc where pronamespace ${inOurs} and prokind in ('f', 'p')`,
  executions: `select format('%s to %s', p.oid::regprocedure,
      case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee) end) as line from pg_proc p
    cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
    where p.pronamespace ${inOurs} or p.pronamespace in (select oid from pg_namespace
      where nspname in ('auth', 'storage', 'realtime', 'platform'))`,
  // The server makes those of realtime when it starts.
  triggers: `select format('%s %s', pg_get_triggerdef(t.oid), tgenabled) as line
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not tgisinternal and p.pronamespace <> 'realtime'::regnamespace`,
  event_triggers: `select format('%s on %s %s', evtname, evtevent, evtfoid::regprocedure) as line from pg_event_trigger`,
  privileges: `select format('%s %s on %s', case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee) end,
      a.privilege_type, c.oid::regclass) as line
    from pg_class c cross join aclexplode(coalesce(c.relacl,
      acldefault(case c.relkind when 'S' then 's'::"char" else 'r'::"char" end, c.relowner))) a
    where c.relnamespace ${inOurs} and c.relkind in ('r', 'p', 'v', 'm', 'S')
    union all select format('%s %s on %s.%s', case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee) end,
      a.privilege_type, t.attrelid::regclass, t.attname)
    from pg_attribute t join pg_class c on c.oid = t.attrelid cross join aclexplode(t.attacl) a
    where c.relnamespace ${inOurs} and not t.attisdropped`,
  default_privileges: `select format('%s in %s on %s: %s %s', pg_get_userbyid(d.defaclrole),
      coalesce(n.nspname, '(every schema)'), d.defaclobjtype,
      case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee) end, a.privilege_type) as line
    from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace cross join aclexplode(d.defaclacl) a`,
  publications: `select format('%s %s.%s (%s) where %s', pubname, schemaname, tablename,
      array(select name from unnest(attnames) as name order by name), rowfilter) as line
    from pg_publication_tables`,
  extensions: `select format('%s %s in %s', extname, extversion, extnamespace::regnamespace) as line from pg_extension`,
};

/** Tables with rows of their own in every installation: its secrets, and the records of what was applied to it. */
const notCompared = `('private.signing_keys', 'platform.installation', 'platform.schema_migrations', 'platform.processes',
  'supabase_migrations.schema_migrations', 'supabase_migrations.seed_files')`;

const tablesSql = `select format('%I.%I', n.nspname, c.relname) as table,
    array(select a.attname from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and not a.attisdropped and (a.atttypid = 'timestamptz'::regtype
        or pg_get_expr(d.adbin, d.adrelid) like '%gen_random_uuid()%')) as varying
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and format('%s.%s', n.nspname, c.relname) not in ${notCompared}`;

/** The rows of every table, without what differs from one installation to the next: times, and ids made at random. */
async function readRows(db: Queryable): Promise<readonly string[]> {
  const tables = await db.query<{ table: string; varying: readonly string[] }>(tablesSql);
  const lines: string[] = [];
  for (const { table, varying } of tables) {
    const rows = await db.query<{ line: string }>(
      `select $1 || ' ' || (to_jsonb(t) - $2::text[])::text as line from ${table} as t`,
      [table, varying],
    );
    lines.push(...rows.map(({ line }) => line));
  }
  return lines.sort();
}

/** Describes schemas, privileges and rows of a database, so that two of them can be compared. */
export async function readCatalog(db: Queryable): Promise<Catalog> {
  const catalog: Record<string, readonly string[]> = {};
  for (const [part, sql] of Object.entries(queries))
    catalog[part] = (await db.query<{ line: string }>(sql)).map(({ line }) => line).sort();
  return { ...catalog, rows: await readRows(db) };
}
