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

/** Test files that want the same template at the same moment make one each; the first to be done gives it its name. */
async function makeTemplate(name: string, folder: string): Promise<void> {
  const draft = `draft_${randomUUID().replaceAll('-', '')}`;
  await administrate(`create database ${draft}`);
  {
    const connection = { host: inject('socketFolder'), user: 'postgres', database: draft };
    await using db = openDatabase({ owner: connection, caller: connection, onError: console.error });
    await migrate(db, folder);
  }
  await administrate(`alter database ${draft} rename to ${name}`).catch(() =>
    administrate(`drop database ${draft} with (force)`),
  );
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
  const copy = (): Promise<void> => administrate(`create database ${database} template ${template}`);
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
