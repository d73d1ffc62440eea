import type { Database } from '../../backend/db/database.ts';

/** Puts the rows of every table back to what they were when the snapshot was taken. */
export type Restore = () => Promise<void>;

/** Notes that a statement has written to a table of the snapshot. The rows need no key: nobody waits for another here. */
const notes = `create schema snapshot;
  create table snapshot.changed (number int not null);
  create function snapshot.note() returns trigger language plpgsql security definer set search_path = '' as
  $$ begin insert into snapshot.changed values (tg_argv[0]::int); return null; end $$`;

/**
 * Remembers the rows of all tables of these schemas, in a schema of its own, and which tables statements write to.
 * @param db connected as a superuser: triggers and foreign keys rest while rows are put back
 */
export async function takeSnapshot(db: Database, schemas: readonly string[]): Promise<Restore> {
  const tables = await db.query<{ name: string; columns: string }>(
    `select attrelid::regclass::text as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relkind = 'r' and relnamespace = any ($1::text[]::regnamespace[])
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by attrelid`,
    [schemas],
  );
  await db.query(notes);
  for (const [index, { name, columns }] of tables.entries())
    await db.query(
      `create table snapshot.t${index} as select ${columns} from ${name};
       create trigger zz_snapshot after insert or update or delete or truncate on ${name}
         for each statement execute function snapshot.note(${index})`,
    );
  const statements = tables.map(
    ({ name, columns }, index) =>
      `if ${index} = any (written) then
         delete from ${name};
         insert into ${name} (${columns}) overriding system value select ${columns} from snapshot.t${index};
       end if;`,
  );
  await db.query(
    `create procedure snapshot.restore() language plpgsql set session_replication_role = replica as
     $$ declare written int[];
     begin
       with gone as (delete from snapshot.changed returning number) select array_agg(number) from gone into written;
       ${statements.join('\n')}
     end $$`,
  );
  const restore = async () => void (await db.query('call snapshot.restore()'));
  // A job of the server that writes at the same moment may have made a deadlock; then nothing was put back.
  return () =>
    restore().catch((error: unknown) => {
      if ((error as { code?: string }).code !== '40P01') throw error;
      return restore();
    });
}
