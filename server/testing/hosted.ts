import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

const supabaseDir = resolve(import.meta.dirname, '../../supabase');
const platformDir = resolve(import.meta.dirname, '../../backend/db/platform');

/** A database as a hosted project has it: the platform's schemas belong to others, and nobody of ours is a superuser. */
export interface HostedDatabase extends AsyncDisposable {
  /** Its connection string, for the role that runs migrations. */
  readonly url: string;
  /** Connected as the role that runs migrations (`postgres` of a hosted project). */
  readonly operator: pg.Client;
  /** Connected as GoTrue (`supabase_auth_admin`). */
  readonly auth: pg.Client;
  /** Runs SQL as PostgREST does for a request: as `role`, with the claims of a token. Rolled back. */
  asCaller<Row extends object>(role: string, claims: object, sql: string): Promise<Row[]>;
  /** As `asCaller`, committed. */
  write<Row extends object>(role: string, claims: object, sql: string): Promise<Row[]>;
}

interface Names {
  readonly database: string;
  readonly operator: string;
  readonly auth: string;
  readonly storage: string;
  readonly supautils: string;
}

/** Names and contents, in order. */
async function sqlFiles(folder: string): Promise<readonly (readonly [string, string])[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const));
}

/** Gives every table, function, type and sequence of a schema, and the schema, to a role. */
const giveAway = (schema: string, owner: string): string => `do $$
  declare item record;
  begin
    alter schema ${schema} owner to ${owner};
    for item in select format('alter table %s owner to ${owner}', c.oid::regclass) as sql from pg_class c
      where relnamespace = '${schema}'::regnamespace and relkind = 'r'
      union all select format('alter routine %s owner to ${owner}', p.oid::regprocedure) from pg_proc p
      where pronamespace = '${schema}'::regnamespace
      union all select format('alter type %s owner to ${owner}', t.oid::regtype) from pg_type t
      where typnamespace = '${schema}'::regnamespace and typtype = 'e'
    loop execute item.sql; end loop;
  end $$`;

/** As upstream's `demote-postgres` and GoTrue's own grants have it. */
const platformOf = ({ operator, auth, storage, supautils }: Names): string => `
  drop schema platform cascade;
  ${giveAway('auth', auth)};
  ${giveAway('storage', storage)};
  ${giveAway('realtime', storage)};
  grant all on schema auth, extensions, storage to ${operator};
  grant usage on schema realtime to ${operator};
  grant all on all tables in schema auth, storage to ${operator};
  grant all on all routines in schema auth, storage to ${operator};
  grant anon, authenticated, service_role to ${operator};
  grant ${supautils} to ${operator} with inherit false, set true;
  alter default privileges for role ${operator} in schema public
    grant all on tables to anon, authenticated, service_role;
  alter default privileges for role ${operator} in schema public
    grant execute on functions to anon, authenticated, service_role;
  alter publication supabase_realtime owner to ${operator}`;

/** The extension supautils lets the operator's role write policies of these tables, which it does not own. */
function withPolicyGrants(sql: string, supautils: string): string {
  return sql.replace(
    /^(?:create|alter|drop) policy [^;]* on (?:storage\.objects|realtime\.messages)\b[^;]*;/gm,
    (statement) => `set role ${supautils}; ${statement} reset role;`,
  );
}

async function connect(user: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({ host: inject('socketFolder'), user, database });
  await client.connect();
  return client;
}

/** Creates the project's roles. The grant does what supautils does: the operator's role may switch triggers off. */
async function createRoles(server: pg.Client, names: Names, stack: AsyncDisposableStack): Promise<void> {
  const { database, operator, auth, storage, supautils } = names;
  await server.query(`create role ${operator} login createdb createrole bypassrls;
    create role ${auth} login noinherit createrole; create role ${storage} login noinherit createrole;
    create role ${supautils} superuser;
    grant set on parameter session_replication_role to ${operator}`);
  stack.defer(async () => {
    await server.query(`revoke set on parameter session_replication_role from ${operator}`);
    await server.query(`drop role ${operator}, ${auth}, ${storage}, ${supautils}`);
  });
  await server.query(`create database ${database} owner ${operator}`);
  stack.defer(async () => void (await server.query(`drop database ${database} with (force)`)));
}

/** Creates such a database and pushes the product's migrations and its seed, as `supabase db push --include-seed` does. */
export async function createHostedDatabase(): Promise<HostedDatabase> {
  await using stack = new AsyncDisposableStack();
  const suffix = randomUUID().slice(0, 8);
  const name = (part: string): string => `hosted_${part}_${suffix}`;
  const names: Names = {
    database: name('project'),
    operator: name('postgres'),
    auth: name('auth_admin'),
    storage: name('storage_admin'),
    supautils: name('supautils'),
  };
  const opened = async (user: string, database: string): Promise<pg.Client> => {
    const client = await connect(user, database);
    stack.defer(() => client.end());
    return client;
  };
  await createRoles(await opened('postgres', 'postgres'), names, stack);
  const owner = await opened('postgres', names.database);
  await owner.query('create schema platform; create schema extensions');
  for (const [, sql] of await sqlFiles(platformDir)) await owner.query(sql);
  await owner.query(await readFile(join(import.meta.dirname, 'hosted-platform.sql'), 'utf8'));
  await owner.query(platformOf(names));
  const operator = await opened(names.operator, names.database);
  await operator.query(`create schema supabase_migrations;
    create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`);
  for (const [name, sql] of await sqlFiles(join(supabaseDir, 'migrations')))
    await operator.query(
      `begin; ${withPolicyGrants(sql, names.supautils)};
       insert into supabase_migrations.schema_migrations (version) values ('${name.split('_')[0]}'); commit`,
    );
  await operator.query(await readFile(join(supabaseDir, 'seed.sql'), 'utf8'));
  const auth = await opened(names.auth, names.database);
  const requests = await opened('authenticator', names.database);
  const run = async <Row extends object>(end: string, role: string, claims: object, sql: string) => {
    await requests.query(`begin; set local role ${role}`);
    try {
      await requests.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)]);
      const { rows } = await requests.query<Row>(sql);
      await requests.query(end);
      return rows;
    } catch (error) {
      await requests.query('rollback');
      throw error;
    }
  };
  const resources = stack.move();
  return {
    url: `postgres://${names.operator}@/${names.database}?host=${inject('socketFolder')}`,
    operator,
    auth,
    asCaller: (role, claims, sql) => run('rollback', role, claims, sql),
    write: (role, claims, sql) => run('commit', role, claims, sql),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
