import { cpus } from 'node:os';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { createPasswords } from '../../auth/domain/passwords/hashing.ts';
import { createWalkers, requestsOf, startClub } from '../club.ts';
import { cores, load, loadHttp, whole, type LoadResult } from '../machine/load.ts';
import type { Person } from '../machine/person.ts';
import type { BenchServer } from '../machine/server.ts';
import { rawPhotos, rawStatements, rawTransactions } from '../raw.ts';

const seconds = 5;
const connections = 16;
const pressure = { connections, seconds };

interface Row {
  readonly question: string;
  readonly ours: LoadResult;
  readonly rawName: string;
  readonly raw: LoadResult;
}

async function measureRead(server: BenchServer, walkers: readonly Person[], pool: pg.Pool): Promise<Row> {
  const requests = walkers.map((walker) => requestsOf(server, walker).read);
  return {
    question: 'read own walker',
    ours: await loadHttp(server.port, requests, 200, connections, seconds),
    rawName: 'pg: begin, set, select, commit',
    raw: await rawTransactions(pool, walkers, rawStatements.read, pressure),
  };
}

async function measureInsert(
  question: string,
  server: BenchServer,
  walkers: readonly Person[],
  pool: pg.Pool,
): Promise<Row> {
  const requests = walkers.map((walker) => requestsOf(server, walker).insert);
  return {
    question,
    ours: await loadHttp(server.port, requests, 201, connections, seconds),
    rawName: 'pg: begin, set, insert, commit',
    raw: await rawTransactions(pool, walkers, rawStatements.insert, pressure),
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
  const { photo } = requestsOf(server, walker);
  const ours = await loadHttp(server.port, [photo], 200, connections, seconds);
  const raw = await rawPhotos(walker.photoBytes, photo, pressure);
  const question = `public photo, ${Math.round(walker.photoBytes / 1000)} KB`;
  return { question, ours, rawName: 'node:http from memory, no database', raw };
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
