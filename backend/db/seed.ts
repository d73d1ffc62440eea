import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from './database.ts';
import { defaultSearchPath } from './exchange.ts';
import { OperatorError } from '../util/operator-error.ts';

/** The seed failed and was rolled back; the message names the file and PostgreSQL's reason. */
export class SeedError extends OperatorError {}

/** The Supabase CLI's table of applied seeds, and the name under which it records `seed.sql`. */
const table = 'supabase_migrations.seed_files';
const recordedPath = 'supabase/seed.sql';

/**
 * Marks a database without any migration of the project as one to seed. Later starts leave the mark alone: rows that an
 * administrator deletes must not come back, and a restored database gets no seed.
 */
export async function expectSeed(transaction: Queryable): Promise<void> {
  await transaction.query(`do $$ begin
    if to_regclass('supabase_migrations.schema_migrations') is null then
      create schema if not exists supabase_migrations;
      create table if not exists ${table} (path text primary key, hash text not null);
    end if;
  end $$`);
}

/**
 * Runs `seed.sql` in a database marked for it, and records it. The next start retries a failed or interrupted seed.
 * @throws SeedError
 */
export async function seedOnce(transaction: Queryable, supabaseDir: string): Promise<void> {
  const [state] = await transaction.query<{ marked: boolean }>(
    `select to_regclass('${table}') is not null as marked`,
  );
  if (!state?.marked || (await transaction.query(`select from ${table}`)).length > 0) return;
  const path = join(supabaseDir, 'seed.sql');
  const sql = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  await transaction.query(`set local search_path to ${defaultSearchPath}`);
  if (sql.trim() !== '')
    await transaction.query(sql).catch((error: Error) => {
      throw new SeedError(
        `The seed ${path} failed: ${error.message}. None of its rows were kept. Correct the file; the next start runs it again.`,
      );
    });
  await transaction.query(`insert into ${table} (path, hash) values ($1, $2)`, [
    recordedPath,
    createHash('sha256').update(sql).digest('hex'),
  ]);
}
