import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
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
