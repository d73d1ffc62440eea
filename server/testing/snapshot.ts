import type { Database } from '../../backend/db/database.ts';

/** Puts the rows of every table back to what they were when the snapshot was taken. */
export type Restore = () => Promise<void>;

/**
 * Remembers the rows of all tables of these schemas, in a schema of its own.
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
  await db.query('create schema snapshot');
  for (const [index, { name, columns }] of tables.entries())
    await db.query(`create table snapshot.t${index} as select ${columns} from ${name}`);
  const statements = tables.map(
    ({ name, columns }, index) =>
      `delete from ${name};
       insert into ${name} (${columns}) overriding system value select ${columns} from snapshot.t${index};`,
  );
  await db.query(
    `create procedure snapshot.restore() language plpgsql set session_replication_role = replica as
     $$ begin ${statements.join('\n')} end $$`,
  );
  const restore = async () => void (await db.query('call snapshot.restore()'));
  // A job of the server that writes at the same moment may have made a deadlock; then nothing was put back.
  return () =>
    restore().catch((error: unknown) => {
      if ((error as { code?: string }).code !== '40P01') throw error;
      return restore();
    });
}
