import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { dataFolder } from './settings.ts';

/** A link of the backend's own making that has run out, which no journey can wait for. */
export async function expiredRatingToken(driverId: string): Promise<string> {
  // The fifth line names the folder of the socket.
  const lines = (await readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const client = new pg.Client({ host: lines[4], user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    const { rows } = await client.query<{ token: string }>(
      `select translate(rtrim(encode(payload || private.rating_link_signature(payload), 'base64'), '='), E'+/\\n', '-_')
         as token
       from (select uuid_send($1) || int8send(extract(epoch from now())::bigint - 1)
         || uuid_send(gen_random_uuid()) as payload) as made`,
      [driverId],
    );
    return rows[0]!.token;
  } finally {
    await client.end();
  }
}
