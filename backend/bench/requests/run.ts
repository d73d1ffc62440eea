import { cpus, loadavg, tmpdir } from 'node:os';
import { mkdtempDisposable } from 'node:fs/promises';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { createPasswords } from '../../auth/domain/passwords/hashing.ts';
import { createWalkers, requestsOf, startClub } from '../club.ts';
import { cores, load, loadHttp, whole, type LoadResult } from '../machine/load.ts';
import type { Member, Person } from '../machine/person.ts';
import type { BenchServer } from '../machine/server.ts';
import { rawPhotos, rawStatements, rawTransactions } from '../raw.ts';
import { installPocketBase, startPocketBase, type PocketBase } from './pocketbase.ts';

const seconds = 4;
const connections = 16;
const pressure = { connections, seconds };
/** All three run all the time and are asked in turns, so that a busy moment of the machine meets each. */
const rounds = 3;

type Measure = () => Promise<LoadResult>;

interface Question {
  readonly label: string;
  readonly ours: Measure;
  readonly rawName: string;
  readonly raw: Measure;
  readonly pocketBase: Measure;
}

interface Row extends Pick<Question, 'label' | 'rawName'> {
  readonly ours: LoadResult;
  readonly raw: LoadResult;
  readonly pocketBase: LoadResult;
}

/** The run with the median rate. */
function medianOf(results: readonly LoadResult[]): LoadResult {
  const sorted = results.toSorted((one, other) => one.perSecond - other.perSecond);
  return sorted[Math.floor(sorted.length / 2)]!;
}

async function ask({ label, rawName, ours, raw, pocketBase }: Question): Promise<Row> {
  const results = { raw: [], ours: [], pocketBase: [] } as Record<
    'raw' | 'ours' | 'pocketBase',
    LoadResult[]
  >;
  for (let round = 0; round < rounds; round += 1) {
    results.raw.push(await raw());
    results.ours.push(await ours());
    results.pocketBase.push(await pocketBase());
  }
  return {
    label,
    rawName,
    raw: medianOf(results.raw),
    ours: medianOf(results.ours),
    pocketBase: medianOf(results.pocketBase),
  };
}

/** The questions to the club's server and to PocketBase, each beside the least that the machine has to do for it. */
function questionsTo(
  server: BenchServer,
  walkers: readonly Person[],
  peer: PocketBase,
  pool: pg.Pool,
): readonly Question[] {
  const first = walkers[0]!;
  const members = walkers.map((walker) => requestsOf(server, walker));
  const send = (
    { port }: { readonly port: number },
    people: readonly Member[],
    kind: keyof Member,
    status: number,
    count = connections,
  ): Measure => {
    const requests = people.map((member) => member[kind]);
    return () => loadHttp(port, requests, status, count, seconds);
  };
  const insert = (label: string, count: number): Question => ({
    label,
    ours: send(server, members.slice(0, count), 'insert', 201),
    rawName: 'pg: begin, set, insert, commit',
    raw: () => rawTransactions(pool, walkers.slice(0, count), rawStatements.insert, pressure),
    pocketBase: send(peer, peer.members.slice(0, count), 'insert', 200),
  });
  const workers = cpus().length;
  return [
    {
      label: 'read own walker',
      ours: send(server, members, 'read', 200),
      rawName: 'pg: begin, set, select, commit',
      raw: () => rawTransactions(pool, walkers, rawStatements.read, pressure),
      pocketBase: send(peer, peer.members, 'read', 200),
    },
    insert(`insert opinion, ${connections} walkers`, connections),
    insert('insert opinion, all for one walker', 1),
    {
      label: 'sign in',
      ours: send(server, members.slice(0, 1), 'signIn', 200, workers),
      rawName: 'argon2id verification alone',
      raw: async () => {
        const stored = await createPasswords()('bench').hash(first.password);
        const step = (): Promise<boolean> => verify(stored, first.password);
        return load(workers, seconds, async () => ({ step, end: () => {} }));
      },
      pocketBase: send(peer, peer.members.slice(0, 1), 'signIn', 200, workers),
    },
    {
      label: `public photo, ${Math.round(first.photoBytes / 1000)} KB`,
      ours: send(server, members, 'photo', 200),
      rawName: 'node:http from memory, no database',
      raw: () => rawPhotos(first.photoBytes, members[0]!.photo, pressure),
      pocketBase: send(peer, peer.members, 'photo', 200),
    },
  ];
}

function render(
  rows: readonly Row[],
  peer: string,
  memory: readonly (readonly [string, number, number])[],
): string {
  const line = ({ label, ours, rawName, raw, pocketBase }: Row): string =>
    `| ${label} | ${[
      whole(ours.perSecond),
      `${ours.median.toFixed(1)} / ${ours.p99.toFixed(1)}`,
      rawName,
      whole(raw.perSecond),
      `${whole((100 * ours.perSecond) / raw.perSecond)} %`,
      whole(pocketBase.perSecond),
      `${pocketBase.median.toFixed(1)} / ${pocketBase.p99.toFixed(1)}`,
      (ours.perSecond / pocketBase.perSecond).toFixed(1),
    ].join(' | ')} |`;
  return `# Requests per second

\`npm run bench -- requests\`: the raw client, the server and ${peer} in turns in one run, ${rounds} times ${seconds} s each with
${connections} connections (sign in: ${cpus().length}), clients and servers on the same ${cores}, whose load was
${loadavg()[1]?.toFixed(1)} with the run. Each figure is that of the run with the median rate. Times are medians and 99th percentiles in ms.

| request | ours | times | beside it | its rate | ours of it | ${peer} | times | ours by it |
| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |
${rows.map(line).join('\n')}

| memory, MiB | ours | ${peer} |
| --- | ---: | ---: |
${memory.map(([when, own, other]) => `| ${when} | ${whole(own)} | ${whole(other)} |`).join('\n')}

PocketBase runs with its defaults, its log of requests off, and rules like the club's policies; it keeps no average of opinions,
which a trigger does on ours. It responds to a write when SQLite has it (WAL, no sync at each commit); ours when it is on the disk.
Memory counts the process and all it started, PostgreSQL included.
`;
}

/** How many requests per second the backend answers, beside the raw client and PocketBase doing the same. */
export async function measureRequests(): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pocketbase-install-'));
  const program = await installPocketBase(folder.path);
  await using server = await startClub(8941);
  const walkers = await createWalkers(server, connections);
  await using peer = await startPocketBase(program, 8946, connections);
  const memory = async (when: string) =>
    [when, await server.process.memory(), await peer.process.memory()] as const;
  const before = await memory('before the load');
  const connection = { host: server.socketFolder, user: 'authenticator', database: 'postgres' };
  const pool = new pg.Pool({ ...connection, max: connections });
  const rows: Row[] = [];
  for (const question of questionsTo(server, walkers, peer, pool)) rows.push(await ask(question));
  await pool.end();
  return render(rows, peer.name, [before, await memory('after the load')]);
}
