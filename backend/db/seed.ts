import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { findSeeds } from '../config/seed-files.ts';
import type { SeedSettings } from '../config/database-settings.ts';
import { OperatorError } from '../util/operator-error.ts';
import type { Queryable } from './database.ts';
import { defaultSearchPath } from './exchange.ts';

/** The Supabase CLI's table of applied seeds. */
const seedTable = 'supabase_migrations.seed_files';
/** Recorded for a project without seeds: later ones would meet rows of people. */
const noSeed = { path: 'supabase/seed.sql', sql: '' };

const unzip = promisify(gunzip);

/**
 * Marks a database without any migration of the project as one to seed. Later starts leave the mark alone: rows that an
 * administrator deletes must not come back, and a restored database gets no seed.
 */
export async function expectSeed(transaction: Queryable): Promise<void> {
  await transaction.query(`do $$ begin
    if to_regclass('supabase_migrations.schema_migrations') is null then
      create schema if not exists supabase_migrations;
      create table if not exists ${seedTable} (path text primary key, hash text not null);
    end if;
  end $$`);
}

async function readSql(file: string): Promise<string> {
  const bytes = await readFile(file);
  return (file.endsWith('.gz') ? await unzip(bytes) : bytes).toString('utf8');
}

/**
 * Runs the project's seeds in a database marked for them, and records them by the paths that the Supabase CLI uses. The
 * next start retries seeds of which one failed or that were interrupted.
 * @throws OperatorError
 */
export async function seedOnce(
  transaction: Queryable,
  supabaseDir: string,
  settings: SeedSettings,
): Promise<void> {
  const [marked] = await transaction.query(`select where to_regclass('${seedTable}') is not null`);
  if (!marked || (await transaction.query(`select from ${seedTable}`)).length > 0) return;
  const { files } = await findSeeds(supabaseDir, settings);
  const seeds: (typeof noSeed)[] = [];
  for (const file of files) {
    const sql = await readSql(file);
    await transaction.query(`set local search_path to ${defaultSearchPath}`);
    if (sql.trim() !== '')
      await transaction.query(sql).catch((error: Error) => {
        throw new OperatorError(
          `The seed ${file} failed: ${error.message}. None of its rows were kept, nor those of other seeds. Correct the file; the next start runs it again.`,
        );
      });
    seeds.push({ path: `supabase/${relative(supabaseDir, file).replaceAll(sep, '/')}`, sql });
  }
  for (const { path, sql } of seeds.length > 0 ? seeds : [noSeed]) {
    const hash = createHash('sha256').update(sql).digest('hex');
    await transaction.query(`insert into ${seedTable} (path, hash) values ($1, $2)`, [path, hash]);
  }
}
