import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { load, loadHttp, type LoadResult, type Request } from './machine/load.ts';
import type { Person } from './machine/person.ts';

/** How hard a measurement presses. */
export interface Pressure {
  readonly connections: number;
  readonly seconds: number;
}

interface Raw {
  readonly sql: string;
  readonly values: (walker: Person) => readonly unknown[];
}

/** The statements of the club's requests, as a program without a backend writes them. */
export const rawStatements = {
  read: {
    sql: `select coalesce(json_agg(w), '[]')::text from (select * from public.walkers where id = $1) w`,
    values: ({ recordId }) => [recordId],
  },
  insert: {
    sql: 'insert into public.opinions (walker_id, rating, user_name, comment) values ($1, $2, $3, $4)',
    values: ({ recordId }) => [recordId, 5, 'Anonymous', 'No comment'],
  },
} as const satisfies Record<string, Raw>;

/** The usual way with `pg`: begin, set role and claims, the statement, commit, each awaited. */
export async function rawTransactions(
  pool: pg.Pool,
  walkers: readonly Person[],
  { sql, values }: Raw,
  { connections, seconds }: Pressure,
): Promise<LoadResult> {
  return load(connections, seconds, async (index) => {
    const walker = walkers[index % walkers.length];
    if (!walker) throw new Error('there is no walker');
    const claims = JSON.stringify({ sub: walker.userId, role: 'authenticated' });
    const client = await pool.connect();
    return {
      step: async () => {
        await client.query('begin');
        await client.query({
          name: 'session',
          text: `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
          values: [claims],
        });
        await client.query({ name: 'statement', text: sql, values: [...values(walker)] });
        await client.query('commit');
      },
      end: () => client.release(true),
    };
  });
}

/** As many bytes as a photo from the memory of this process, without a database. */
export async function rawPhotos(
  bytes: number,
  request: Request,
  { connections, seconds }: Pressure,
): Promise<LoadResult> {
  const body = Buffer.alloc(bytes);
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-length': body.length }).end(body),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await loadHttp(port, [request], 200, connections, seconds);
  } finally {
    server.close();
  }
}
