import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';

/** PostgreSQL: no database of that name. */
const noDatabase = '3D000';

async function administrate(sql: string, database = 'postgres'): Promise<void> {
  const client = new pg.Client({ host: inject('socketFolder'), user: 'postgres', database });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Makes a template unless another test file has done so. One file at a time makes one: roles belong to all databases, and
 * two migrations that create the same role at the same moment fail.
 */
async function makeTemplate(name: string, folder: string): Promise<void> {
  const host = inject('socketFolder');
  const client = new pg.Client({ host, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('templates'))`);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;
    const draft = `draft_${randomUUID().replaceAll('-', '')}`;
    await client.query(`create database ${draft}`);
    {
      const connection = { host, user: 'postgres', database: draft };
      await using db = openDatabase({ owner: connection, caller: connection, onError: console.error });
      await migrate(db, folder);
    }
    await client.query(`alter database ${draft} rename to ${name}`);
  } finally {
    await client.end();
  }
}

/**
 * Creates a database with the migrations and the seed of a project folder, as a copy of a template that the run makes
 * once. The stack drops it.
 */
export async function createProjectDatabase(
  { template, folder }: { readonly template: string; readonly folder: string },
  stack: AsyncDisposableStack,
): Promise<pg.ClientConfig> {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying files takes a third of the time of logging their blocks.
  const copy = (): Promise<void> =>
    administrate(`create database ${database} template ${template} strategy file_copy`);
  await copy().catch(async (error: { readonly code?: string }) => {
    if (error.code !== noDatabase) throw error;
    await makeTemplate(template, folder);
    await copy();
  });
  stack.defer(() => administrate(`drop database ${database} with (force)`));
  // A copy has the id of its template.
  await administrate('update platform.installation set id = gen_random_uuid()', database);
  return { host: inject('socketFolder'), user: 'postgres', database };
}
