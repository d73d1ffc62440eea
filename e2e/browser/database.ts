import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Account } from './people.ts';
import { dataFolder } from './settings.ts';

/** Works on the database of the journeys' server: for what no journey can wait for. */
export async function withDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  // The fifth line names the folder of the socket.
  const lines = (await readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const client = new pg.Client({ host: lines[4], user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The account's sessions began three days ago. */
export async function ageSessions({ email }: Pick<Account, 'email'>): Promise<void> {
  await withDatabase((client) =>
    client.query(
      `update auth.sessions s set created_at = now() - interval '3 days'
       from auth.users u where u.id = s.user_id and u.email = $1`,
      [email],
    ),
  );
}
