import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pg from 'pg';
import { createFixture, requestsOf, type Fixture } from '../machine/fixture.ts';
import { cores, load, loadHttp, type LoadResult } from '../machine/load.ts';
import { startBenchServer, type BenchServer } from '../machine/server.ts';

const seconds = 5;
const connections = 16;
/** argon2id (2), with the parameters of backend/auth. */
const argon2 = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

interface Row {
  readonly question: string;
  readonly ours: LoadResult;
  readonly rawName: string;
  readonly raw: LoadResult;
}

/** The usual way with the raw driver: begin, set role and claims, the statement, commit, each awaited. */
async function rawTransactions(
  pool: pg.Pool,
  fixtures: readonly Fixture[],
  sql: string,
  values: (fixture: Fixture) => readonly unknown[],
): Promise<LoadResult> {
  return load(connections, seconds, async (index) => {
    const fixture = fixtures[index % fixtures.length];
    if (!fixture) throw new Error('there is no driver');
    const claims = JSON.stringify({ sub: fixture.userId, role: 'authenticated' });
    const client = await pool.connect();
    return {
      step: async () => {
        await client.query('begin');
        await client.query({
          name: 'session',
          text: `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`,
          values: [claims],
        });
        await client.query({ name: 'statement', text: sql, values: [...values(fixture)] });
        await client.query('commit');
      },
      end: () => client.release(true),
    };
  });
}

async function measureRead(server: BenchServer, fixtures: readonly Fixture[], pool: pg.Pool): Promise<Row> {
  const requests = fixtures.map((fixture) => requestsOf(server, fixture).read);
  const sql = `select coalesce(json_agg(d), '[]')::text from (select * from public.drivers where id = $1) d`;
  return {
    question: 'read own driver',
    ours: await loadHttp(server.port, requests, 200, connections, seconds),
    rawName: 'pg: begin, set, select, commit',
    raw: await rawTransactions(pool, fixtures, sql, ({ driverId }) => [driverId]),
  };
}

async function measureInsert(
  question: string,
  server: BenchServer,
  fixtures: readonly Fixture[],
  pool: pg.Pool,
): Promise<Row> {
  const requests = fixtures.map((fixture) => requestsOf(server, fixture).insert);
  const sql = 'insert into public.reviews (driver_id, rating, user_name, comment) values ($1, $2, $3, $4)';
  const values = ({ driverId }: Fixture) => [driverId, 5, 'Anonymous', 'No comment'];
  return {
    question,
    ours: await loadHttp(server.port, requests, 201, connections, seconds),
    rawName: 'pg: begin, set, insert, commit',
    raw: await rawTransactions(pool, fixtures, sql, values),
  };
}

async function measureSignIn(server: BenchServer, fixture: Fixture): Promise<Row> {
  const stored = await hash(fixture.password, argon2);
  const step = (): Promise<boolean> => verify(stored, fixture.password, argon2);
  const workers = cpus().length;
  return {
    question: 'sign in',
    ours: await loadHttp(server.port, [requestsOf(server, fixture).signIn], 200, workers, seconds),
    rawName: 'argon2id verification alone',
    raw: await load(workers, seconds, async () => ({ step, end: () => {} })),
  };
}

async function measurePhoto(server: BenchServer, fixture: Fixture): Promise<Row> {
  const body = Buffer.alloc(fixture.photoBytes);
  const raw = createServer((_, response) =>
    response.writeHead(200, { 'content-length': body.length }).end(body),
  );
  await once(raw.listen(0, '127.0.0.1'), 'listening');
  const { port } = raw.address() as AddressInfo;
  const { photo } = requestsOf(server, fixture);
  const ours = await loadHttp(server.port, [photo], 200, connections, seconds);
  const rawResult = await loadHttp(port, [photo], 200, connections, seconds);
  raw.close();
  const question = `public photo, ${Math.round(fixture.photoBytes / 1000)} KB`;
  return { question, ours, rawName: 'node:http from memory, no database', raw: rawResult };
}

function render(rows: readonly Row[], memory: number): string {
  const number = (value: number): string => Math.round(value).toLocaleString('en');
  const line = ({ question, ours, rawName, raw }: Row): string =>
    `| ${question} | ${number(ours.perSecond)} | ${ours.median.toFixed(1)} / ${ours.p99.toFixed(1)} | ${rawName} | ${number(raw.perSecond)} |`;
  return `# Requests per second

\`npm run bench\`, ${connections} connections (sign in: ${cpus().length}), ${seconds} s each, client and server on the same ${cores}.
The machine is shared and noisy: compare within a row, which ran in one go.

| request | ours per second | median / p99 in ms | beside it | its figure per second |
| --- | ---: | ---: | --- | ---: |
${rows.map(line).join('\n')}

Memory after the run: ${Math.round(memory)} MiB, server and PostgreSQL together.
`;
}

/** How many requests per second the product answers, each next to the raw driver doing the same. */
export async function measureRequests(): Promise<string> {
  await using server = await startBenchServer(8941);
  const fixtures: Fixture[] = [];
  for (let index = 0; index < connections; index += 1) fixtures.push(await createFixture(server, index));
  const [first] = fixtures;
  if (!first) throw new Error('there is no driver');
  const connection = { host: server.socketFolder, user: 'authenticator', database: 'postgres' };
  const pool = new pg.Pool({ ...connection, max: connections });
  const rows = [
    await measureRead(server, fixtures, pool),
    await measureInsert(`insert review, ${connections} drivers`, server, fixtures, pool),
    await measureInsert('insert review, all for one driver', server, [first], pool),
    await measureSignIn(server, first),
    await measurePhoto(server, first),
  ];
  const memory = await server.process.memory();
  await pool.end();
  return render(rows, memory);
}
