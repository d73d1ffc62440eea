/** One rule for schemas that an API exposes: `sql` gives what breaks it, as `finding`. */
export interface Lint {
  readonly name: string;
  readonly sql: string;
}

/** The product's schemas: the platform's have rules of their own. */
const ours = `nspname not in ('auth', 'storage', 'realtime', 'extensions', 'platform', 'information_schema',
    'supabase_migrations') and nspname !~ '^pg_'`;
const readable = `(has_table_privilege('anon', c.oid, 'select') or has_table_privilege('authenticated', c.oid, 'select')
  or has_any_column_privilege('anon', c.oid, 'select') or has_any_column_privilege('authenticated', c.oid, 'select'))`;
const relations = `pg_class c join pg_namespace n on n.oid = c.relnamespace`;
const policies = `pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
  cross join lateral (select pg_get_expr(p.polqual, p.polrelid) as qual,
    pg_get_expr(p.polwithcheck, p.polrelid) as checked) as e`;
const isTrue = (expression: string) =>
  `regexp_replace(lower(${expression}), '\\s', '', 'g') ~ '^\\(*(true|1=1)\\)*$'`;
const callsAuth = (expression: string) => `(${expression} ~ 'auth\\.(uid|jwt|role|email)\\(\\)'
  and lower(${expression}) !~ 'select\\s+auth\\.(uid|jwt|role|email)\\(\\)')`;
const sensitive = `'password', 'passwd', 'passphrase', 'secret', 'secret_key', 'private_key', 'api_key', 'token', 'jwt',
  'access_token', 'refresh_token', 'session_id', 'recovery_code', 'backup_code', 'verification_code', 'otp',
  'national_id', 'rut', 'tax_id', 'passport_number', 'license_number', 'drivers_license', 'credit_card', 'card_number',
  'bank_account', 'account_number', 'iban', 'certificate'`;
const executable = (role: string) => `select format('%s.%s(%s)', n.nspname, f.proname,
    pg_get_function_identity_arguments(f.oid)) as finding
  from pg_proc f join pg_namespace n on n.oid = f.pronamespace
  where f.prosecdef and ${ours} and has_function_privilege('${role}', f.oid, 'execute')`;

/** The rules of `splinter` (Supabase's linter of databases) that concern this product, by its numbers. */
export const lints: readonly Lint[] = [
  {
    name: '0001 foreign key without an index',
    sql: `select format('%s %s', k.conrelid::regclass, k.conname) as finding
      from pg_constraint k join ${relations} on c.oid = k.conrelid
      where k.contype = 'f' and n.nspname !~ '^pg_' and not exists (
        select from pg_index i where i.indrelid = k.conrelid and i.indisvalid and i.indpred is null
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`,
  },
  {
    name: '0002 view that shows auth.users',
    sql: `select distinct c.oid::regclass::text as finding from pg_depend d join pg_rewrite r on r.oid = d.objid
        join ${relations} on c.oid = r.ev_class
      where d.refobjid = 'auth.users'::regclass and c.relkind in ('v', 'm') and ${ours} and ${readable}`,
  },
  {
    name: '0003 policy that asks who it is for each row',
    sql: `select format('%s %s', p.polrelid::regclass, p.polname) as finding from ${policies}
      where ${ours} and (${callsAuth(`coalesce(e.qual, '')`)} or ${callsAuth(`coalesce(e.checked, '')`)})`,
  },
  {
    name: '0004 table without a primary key',
    sql: `select c.oid::regclass::text as finding from ${relations} where c.relkind in ('r', 'p') and ${ours}
      and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  },
  {
    name: '0006 several permissive policies for the same role and verb',
    sql: `select format('%s %s %s', c.oid::regclass, r.rolname, verb) as finding
      from ${policies} join pg_roles r on r.rolname in ('anon', 'authenticated')
        and (p.polroles @> array[r.oid] or p.polroles = array[0::oid])
        cross join lateral unnest(case p.polcmd when '*' then array['r', 'a', 'w', 'd'] else array[p.polcmd::text] end) as verb
      where p.polpermissive and (${ours} or n.nspname = 'storage') group by 1 having count(*) > 1`,
  },
  {
    name: '0007 policies of a table without row-level security',
    sql: `select c.oid::regclass::text as finding from ${relations} where not c.relrowsecurity and n.nspname !~ '^pg_'
      and exists (select from pg_policy p where p.polrelid = c.oid)`,
  },
  {
    name: '0008 row-level security without a policy',
    sql: `select c.oid::regclass::text as finding from ${relations} where c.relkind in ('r', 'p') and ${ours}
      and c.relrowsecurity and not exists (select from pg_policy p where p.polrelid = c.oid)`,
  },
  {
    name: '0009 index that there is twice',
    sql: `select string_agg(indexrelid::regclass::text, ', ' order by indexrelid) as finding from pg_index i
        join ${relations} on c.oid = i.indrelid
      where ${ours} group by indrelid, indkey::text, indclass::text, coalesce(indpred::text, ''),
        coalesce(indexprs::text, '') having count(*) > 1`,
  },
  {
    name: '0010 view with the rights of its owner',
    sql: `select c.oid::regclass::text as finding from ${relations} where c.relkind in ('v', 'm') and ${ours} and ${readable}
      and not coalesce(c.reloptions::text, '') ~* 'security_invoker=(true|on|yes|1)'`,
  },
  {
    name: '0011 function whose search path is not fixed',
    // The names in a body of standard SQL (`prosqlbody`) were resolved when it was created.
    sql: `select f.oid::regprocedure::text as finding from pg_proc f join pg_namespace n on n.oid = f.pronamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and f.prosqlbody is null and not coalesce(f.proconfig::text, '') like '%search_path=%'
        and not exists (select from pg_depend d
          where d.classid = 'pg_proc'::regclass and d.objid = f.oid and d.deptype = 'e')`,
  },
  {
    name: '0013 exposed table without row-level security',
    sql: `select c.oid::regclass::text as finding from ${relations} where c.relkind in ('r', 'p') and not c.relrowsecurity
      and (${ours} or n.nspname in ('auth', 'storage'))`,
  },
  {
    name: '0015 policy that believes what users write about themselves',
    sql: `select format('%s %s', p.polrelid::regclass, p.polname) as finding from ${policies}
      where concat(e.qual, e.checked) ~* 'user_meta_?data'`,
  },
  {
    name: '0023 column that sounds secret in a table without row-level security',
    sql: `select format('%s.%s', c.oid::regclass, a.attname) as finding
      from ${relations} join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'v', 'm') and ${ours} and ${readable} and not c.relrowsecurity
        and replace(lower(a.attname), '-', '_') in (${sensitive})`,
  },
  {
    name: '0024 policy for writing that is always true',
    sql: `select format('%s %s', p.polrelid::regclass, p.polname) as finding from ${policies}
      where p.polpermissive and p.polcmd <> 'r' and (${ours} or n.nspname = 'storage')
        and (p.polroles = array[0::oid] or p.polroles && array['anon'::regrole::oid, 'authenticated'::regrole::oid])
        and ((p.polcmd in ('w', 'd', '*') and (e.qual is null or ${isTrue('e.qual')}))
          or ${isTrue(`coalesce(e.checked, '')`)} or (p.polcmd = 'a' and e.checked is null))`,
  },
  {
    name: '0025 public bucket that can be listed',
    sql: `select format('%s %s', b.id, p.polname) as finding from storage.buckets b cross join ${policies}
      where b.public and p.polrelid = 'storage.objects'::regclass and p.polcmd in ('r', '*') and p.polpermissive
        and (p.polroles = array[0::oid] or p.polroles && array['anon'::regrole::oid, 'authenticated'::regrole::oid])
        and (e.qual is null or ${isTrue('e.qual')} or e.qual ~ format('^\\(*bucket_id = ''%s''::text\\)*$', b.id))`,
  },
  {
    name: '0028 function with the rights of its owner that anonymous callers may call',
    sql: executable('anon'),
  },
  {
    name: '0029 function with the rights of its owner that users may call',
    sql: executable('authenticated'),
  },
];
