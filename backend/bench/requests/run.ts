import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { createPasswords } from '../../auth/passwords/hashing.ts';
import { createWalkers, requestsOf, startClub } from '../club.ts';
import { cores, load, loadHttp, whole, type LoadResult } from '../machine/load.ts';
import type { Person } from '../machine/person.ts';
import type { BenchServer } from '../machine/server.ts';

const seconds = 5;
const connections = 16;

interface Row {
  readonly question: string;
  readonly ours: LoadResult;
  readonly rawName: string;
  readonly raw: LoadResult;
}

/** The usual way with `pg`: begin, set role and claims, the statement, commit, each awaited. */
async function rawTransactions(
  pool: pg.Pool,
  walkers: readonly Person[],
  sql: string,
  values: (walker: Person) => readonly unknown[],
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

async function measureRead(server: BenchServer, walkers: readonly Person[], pool: pg.Pool): Promise<Row> {
  const requests = walkers.map((walker) => requestsOf(server, walker).read);
  const sql = `select coalesce(json_agg(w), '[]')::text from (select * from public.walkers where id = $1) w`;
  return {
    question: 'read own walker',
    ours: await loadHttp(server.port, requests, 200, connections, seconds),
    rawName: 'pg: begin, set, select, commit',
    raw: await rawTransactions(pool, walkers, sql, ({ recordId }) => [recordId]),
  };
}

async function measureInsert(
  question: string,
  server: BenchServer,
  walkers: readonly Person[],
  pool: pg.Pool,
): Promise<Row> {
  const requests = walkers.map((walker) => requestsOf(server, walker).insert);
  const sql = 'insert into public.opinions (walker_id, rating, user_name, comment) values ($1, $2, $3, $4)';
  const values = ({ recordId }: Person) => [recordId, 5, 'Anonymous', 'No comment'];
  return {
    question,
    ours: await loadHttp(server.port, requests, 201, connections, seconds),
    rawName: 'pg: begin, set, insert, commit',
    raw: await rawTransactions(pool, walkers, sql, values),
  };
}

async function measureSignIn(server: BenchServer, walker: Person): Promise<Row> {
  const stored = await createPasswords()('bench').hash(walker.password);
  const step = (): Promise<boolean> => verify(stored, walker.password);
  const workers = cpus().length;
  return {
    question: 'sign in',
    ours: await loadHttp(server.port, [requestsOf(server, walker).signIn], 200, workers, seconds),
    rawName: 'argon2id verification alone',
    raw: await load(workers, seconds, async () => ({ step, end: () => {} })),
  };
}

async function measurePhoto(server: BenchServer, walker: Person): Promise<Row> {
  const body = Buffer.alloc(walker.photoBytes);
  const raw = createServer((_, response) =>
    response.writeHead(200, { 'content-length': body.length }).end(body),
  );
  await once(raw.listen(0, '127.0.0.1'), 'listening');
  const { port } = raw.address() as AddressInfo;
  const { photo } = requestsOf(server, walker);
  const ours = await loadHttp(server.port, [photo], 200, connections, seconds);
  const rawResult = await loadHttp(port, [photo], 200, connections, seconds);
  raw.close();
  const question = `public photo, ${Math.round(walker.photoBytes / 1000)} KB`;
  return { question, ours, rawName: 'node:http from memory, no database', raw: rawResult };
}

function render(rows: readonly Row[], memory: number): string {
  const line = ({ question, ours, rawName, raw }: Row): string =>
    `| ${question} | ${whole(ours.perSecond)} | ${ours.median.toFixed(1)} / ${ours.p99.toFixed(1)} | ${rawName} | ${whole(raw.perSecond)} |`;
  return `# Requests per second

\`npm run bench\`, ${connections} connections (sign in: ${cpus().length}), ${seconds} s each, client and server on the same ${cores}.
The machine is shared and noisy: compare within a row, which ran in one go.

| request | ours per second | median / p99 in ms | beside it | its figure per second |
| --- | ---: | ---: | --- | ---: |
${rows.map(line).join('\n')}

Memory after the run: ${Math.round(memory)} MiB, server and PostgreSQL together.
`;
}

/** How many requests per second the backend answers, each next to the raw client doing the same. */
export async function measureRequests(): Promise<string> {
  await using server = await startClub(8941);
  const walkers = await createWalkers(server, connections);
  const [first] = walkers;
  if (!first) throw new Error('there is no walker');
  const connection = { host: server.socketFolder, user: 'authenticator', database: 'postgres' };
  const pool = new pg.Pool({ ...connection, max: connections });
  const rows = [
    await measureRead(server, walkers, pool),
    await measureInsert(`insert opinion, ${connections} walkers`, server, walkers, pool),
    await measureInsert('insert opinion, all for one walker', server, [first], pool),
    await measureSignIn(server, first),
    await measurePhoto(server, first),
  ];
  const memory = await server.process.memory();
  await pool.end();
  return render(rows, memory);
}
