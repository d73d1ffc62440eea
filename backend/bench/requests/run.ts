import { cpus, loadavg, tmpdir } from 'node:os';
import { mkdtempDisposable } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { createPasswords } from '../../auth/domain/passwords/hashing.ts';
import { clubFolder, createWalkers, requestsOf, startClub } from '../club.ts';
import { cores, load, loadHttp, whole, type LoadResult } from '../machine/load.ts';
import type { Member, Person } from '../machine/person.ts';
import { measureLayers } from './layers.ts';
import { answers, startProcess, type MeasuredProcess } from '../machine/process.ts';
import type { BenchServer } from '../machine/server.ts';
import { timesOf } from '../machine/tree.ts';
import { rawPhotos, rawStatements, rawTransactions } from '../raw.ts';
import { installPocketBase, startPocketBase, type PocketBase } from './pocketbase.ts';

const seconds = 4;
const connections = 16;
const pressure = { connections, seconds };
const leastPort = 8942;
/** All three run all the time and are asked in turns, so that a busy moment of the machine meets each. */
const rounds = 3;

type Measure = () => Promise<LoadResult>;

/** Four ways to the same thing; for sign-in and photos there is no raw client. */
interface Question {
  readonly label: string;
  /** The least that a Node server can do for the request, and what that is. */
  readonly least: Measure;
  readonly leastName: string;
  readonly ours: Measure;
  readonly raw?: Measure;
  readonly pocketBase: Measure;
}

interface Row extends Pick<Question, 'label' | 'leastName'> {
  readonly least: Measured;
  readonly ours: Measured;
  readonly raw?: LoadResult;
  readonly pocketBase: LoadResult;
}

/** With the processor time of the server's process for a request, in microseconds; undefined without such a process. */
interface Measured extends LoadResult {
  readonly user?: number;
  readonly system?: number;
}

/** Measures a server's process, too. */
function withTimes(pid: number, measure: Measure): () => Promise<Measured> {
  return async () => {
    const before = await timesOf(pid);
    const result = await measure();
    const after = await timesOf(pid);
    const each = (kind: 'user' | 'system') => (after[kind] - before[kind]) / result.count;
    return { ...result, user: each('user'), system: each('system') };
  };
}

/** The run with the median rate. */
function medianOf<Result extends LoadResult>(results: readonly Result[]): Result {
  const sorted = results.toSorted((one, other) => one.perSecond - other.perSecond);
  return sorted[Math.floor(sorted.length / 2)]!;
}

async function ask({ label, leastName, least, ours, raw, pocketBase }: Question): Promise<Row> {
  const results = { least: [], ours: [], pocketBase: [] } as Record<
    'least' | 'ours' | 'pocketBase',
    Measured[]
  >;
  const ofRaw: LoadResult[] = [];
  for (let round = 0; round < rounds; round += 1) {
    results.least.push(await least());
    results.ours.push(await ours());
    if (raw) ofRaw.push(await raw());
    results.pocketBase.push(await pocketBase());
  }
  return {
    label,
    leastName,
    least: medianOf(results.least),
    ours: medianOf(results.ours),
    ...(raw && { raw: medianOf(ofRaw) }),
    pocketBase: medianOf(results.pocketBase),
  };
}

/** The servers that are asked in turns: each runs all the time. */
interface Servers {
  readonly server: BenchServer;
  readonly least: MeasuredProcess;
  readonly peer: PocketBase;
  readonly pool: pg.Pool;
  /** Signs in again and again, which ends its older sessions. */
  readonly signer: Member;
}

const leastServer = 'the least server';

/** The questions to the club's server and to PocketBase, each beside the least that the machine has to do for it. */
function questionsTo(
  { server, least, peer, pool, signer }: Servers,
  walkers: readonly Person[],
  members: readonly Member[],
): readonly Question[] {
  const first = walkers[0]!;
  const send = (
    port: number,
    people: readonly Member[],
    kind: keyof Member,
    status: number,
    count = connections,
  ) => {
    const requests = people.map((member) => member[kind]);
    return () => loadHttp(port, requests, status, count, seconds);
  };
  const ours = (people: readonly Member[], kind: keyof Member, status: number, count?: number) =>
    withTimes(server.process.pid, send(server.port, people, kind, status, count));
  const ofLeast = (people: readonly Member[], kind: keyof Member, status: number) =>
    withTimes(least.pid, send(leastPort, people, kind, status));
  const insert = (label: string, count: number): Question => ({
    label,
    least: ofLeast(members.slice(0, count), 'insert', 201),
    leastName: leastServer,
    ours: ours(members.slice(0, count), 'insert', 201),
    raw: () => rawTransactions(pool, walkers.slice(0, count), rawStatements.insert, pressure),
    pocketBase: send(peer.port, peer.members.slice(0, count), 'insert', 200),
  });
  const workers = cpus().length;
  return [
    {
      label: 'read own walker',
      least: ofLeast(members, 'read', 200),
      leastName: leastServer,
      ours: ours(members, 'read', 200),
      raw: () => rawTransactions(pool, walkers, rawStatements.read, pressure),
      pocketBase: send(peer.port, peer.members, 'read', 200),
    },
    insert(`insert opinion, ${connections} walkers`, connections),
    insert('insert opinion, all for one walker', 1),
    {
      label: 'sign in',
      ours: ours([signer], 'signIn', 200, workers),
      leastName: 'argon2id verification alone',
      least: async () => {
        const stored = await createPasswords()('bench').hash(first.password);
        const step = (): Promise<boolean> => verify(stored, first.password);
        return load(workers, seconds, async () => ({ step, end: () => {} }));
      },
      pocketBase: send(peer.port, peer.members.slice(0, 1), 'signIn', 200, workers),
    },
    {
      label: `public photo, ${Math.round(first.photoBytes / 1000)} KB`,
      ours: ours(members, 'photo', 200),
      leastName: 'node:http from memory, no database',
      least: () => rawPhotos(first.photoBytes, members[0]!.photo, pressure),
      pocketBase: send(peer.port, peer.members, 'photo', 200),
    },
  ];
}

/** Processor time of a request: user + system. */
const times = ({ user, system }: Measured): string =>
  user === undefined || system === undefined ? '' : `${whole(user)} + ${whole(system)}`;

const shareOf = (one: number | undefined, other: number | undefined): string =>
  one === undefined || other === undefined ? '' : (one / other).toFixed(2);

function render(
  rows: readonly Row[],
  layers: string,
  peer: string,
  memory: readonly (readonly [string, number, number])[],
): string {
  const line = ({ label, ours, leastName, least, raw, pocketBase }: Row): string =>
    `| ${label} | ${[
      leastName,
      whole(least.perSecond),
      times(least),
      whole(ours.perSecond),
      times(ours),
      `${ours.median.toFixed(1)} / ${ours.p99.toFixed(1)}`,
      shareOf(ours.perSecond, least.perSecond),
      shareOf(ours.user && ours.user + (ours.system ?? 0), least.user && least.user + (least.system ?? 0)),
      raw ? whole(raw.perSecond) : '',
      whole(pocketBase.perSecond),
      shareOf(ours.perSecond, pocketBase.perSecond),
    ].join(' | ')} |`;
  return `# Requests per second

\`npm run bench -- requests\`: the least, the server, the raw client and ${peer} in turns in one run, ${rounds} times ${seconds} s each
with ${connections} connections (sign in: ${cpus().length}), clients and servers on the same ${cores}, whose load was
${loadavg()[1]?.toFixed(1)} with the run. Each figure is that of the run with the median rate: responses a second, processor time of the
server's process for a request in µs (user + system), medians and 99th percentiles in ms.

| request | the least | its rate | its µs | ours | our µs | times | rate, of the least | µs, of the least | pg: begin, set, statement, commit | ${peer} | rate, by it |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map(line).join('\n')}

Processor time of the server's process for a request, by what the least has in place of its own, and last the server:

${layers}

| memory, MiB | ours | ${peer} |
| --- | ---: | ---: |
${memory.map(([when, own, other]) => `| ${when} | ${whole(own)} | ${whole(other)} |`).join('\n')}

The least server (\`least.ts\`) makes the same round trip to PostgreSQL on ${connections} connections, and knows each request that it
has met. The raw client awaits each of its four statements. PocketBase runs with its defaults, its log of requests off, and
rules like the club's policies; it keeps no average of opinions, which a trigger does on ours. It responds to a write when SQLite has it (WAL, no sync at each commit); ours when it is on the disk.
Memory counts the process and all it started, PostgreSQL included.
`;
}

/** Starts the least server beside the club's, on the same database. */
function startLeast({ socketFolder }: BenchServer): Promise<MeasuredProcess> {
  const args = [join(import.meta.dirname, 'least.ts'), String(leastPort), socketFolder, clubFolder];
  return startProcess(args, { cwd: tmpdir() }, () => answers(leastPort));
}

/** The server collects its garbage when it has been quiet for some seconds: `backend/telemetry/quiet-memory.ts`. */
const quietSeconds = 10;

/** A limit of requests per second that counts, and that no measurement reaches. */
const highLimit = '999999';

/** Walkers in a network each: those of one network share its part of the connections. */
async function networkMembers(server: BenchServer): Promise<readonly Member[]> {
  const walkers = await createWalkers(server, connections);
  return walkers.map((walker, index) => requestsOf(server, walker, `198.18.${index}.1`));
}

/** How many requests per second the backend answers, beside the least that can be done and PocketBase doing the same. */
export async function measureRequests(): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pocketbase-install-'));
  const program = await installPocketBase(folder.path);
  await using server = await startClub(8941);
  const [last, ...walkers] = await createWalkers(server, connections + 1);
  const signer = requestsOf(server, last!);
  const members = walkers.map((walker) => requestsOf(server, walker));
  await using peer = await startPocketBase(program, 8946, connections);
  const memory = async (when: string) =>
    [when, await server.process.memory(), await peer.process.memory()] as const;
  const before = await memory('before the load');
  const connection = { host: server.socketFolder, user: 'authenticator', database: 'postgres' };
  const rows: Row[] = [];
  {
    // Their connections to the server's PostgreSQL end before its memory is measured.
    await using least = await startLeast(server);
    const pool = new pg.Pool({ ...connection, max: connections });
    for (const question of questionsTo({ server, least, peer, pool, signer }, walkers, members))
      rows.push(await ask(question));
    await pool.end();
  }
  const after = await memory('right after the load');
  await delay(quietSeconds * 1000);
  const later = await memory(`${quietSeconds} seconds later`);
  await using limited = await startClub(8947, { REQUESTS_PER_SECOND: highLimit });
  const inNetworks = await networkMembers(limited);
  const layers = await measureLayers({ server, members }, { server: limited, members: inNetworks });
  return render(rows, layers, peer.name, [before, after, later]);
}
