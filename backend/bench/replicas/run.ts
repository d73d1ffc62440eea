import { execFileSync } from 'node:child_process';
import { chown, mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Secrets } from '../../config/secrets.ts';
import { startEmbeddedPostgres } from '../../db/embedded.ts';
import { clubFolder, createWalkers, requestsOf } from '../club.ts';
import { cores, loadHttp, whole, type LoadResult, type Request } from '../machine/load.ts';
import { answers, startProgram } from '../machine/process.ts';
import { environmentOf, withoutRateLimits } from '../machine/server.ts';
import { processorTimeOf, treeOf } from '../machine/tree.ts';

const program = resolve(import.meta.dirname, '../../cli.ts');
const connections = 16;
const people = 16;
const ports = { first: 8961, second: 8962, reader: 8963 } as const;

/** The servers that take the reads. */
const setups = [
  { name: 'two processes on the primary', ports: [ports.first, ports.second] },
  { name: 'one on the primary, one that reads from the standby', ports: [ports.first, ports.reader] },
] as const;

/** The process of the PostgreSQL in a folder, and of all that it started. */
async function processesOf(databaseDir: string): Promise<readonly number[]> {
  const [pid] = (await readFile(join(databaseDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return treeOf(Number(pid));
}

/** Starts a primary, a hot standby that follows it, and three servers: one of them runs API requests on the standby. */
async function startAll(stack: AsyncDisposableStack) {
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'backend-bench-'))).path;
  const [dataDir, primaryDir, standbyDir] = ['data', 'primary', 'standby'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const copy = await withoutRateLimits(clubFolder, folder);
  const start = async (port: number, host: unknown, readFrom?: unknown) => {
    const env = {
      ...environmentOf(port, dataDir, copy),
      DATABASE_URL: `postgres://postgres@/postgres?host=${String(host)}`,
      ...(readFrom !== undefined && {
        DATABASE_AUTHENTICATOR_URL: `postgres://authenticator@/postgres?host=${String(readFrom)}`,
      }),
    };
    const args = [program, 'serve', '--project', copy];
    return startProgram(process.execPath, args, { cwd: folder, env }, () => answers(port));
  };
  {
    await using made = await startEmbeddedPostgres(primaryDir, () => {});
    await using _server = await start(ports.first, made.connection.host);
  }
  execFileSync('cp', ['-a', primaryDir, standbyDir]);
  const { uid, gid } = await stat(join(standbyDir, 'postgres'));
  const signal = join(standbyDir, 'postgres/standby.signal');
  await writeFile(signal, '');
  await chown(signal, uid, gid);
  const primary = stack.use(await startEmbeddedPostgres(primaryDir, () => {}));
  const follows = `primary_conninfo=host=${String(primary.connection.host)} port=5432 user=postgres`;
  const standby = stack.use(await startEmbeddedPostgres(standbyDir, () => {}, { settings: [follows] }));
  const servers = [
    stack.use(await start(ports.first, primary.connection.host)),
    stack.use(await start(ports.second, primary.connection.host)),
    stack.use(await start(ports.reader, primary.connection.host, standby.connection.host)),
  ];
  const { publishableKey } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Secrets;
  const parts = {
    servers: async () => (await Promise.all(servers.map(({ pid }) => treeOf(pid)))).flat(),
    primary: () => processesOf(primaryDir),
    standby: () => processesOf(standbyDir),
  };
  return { publishableKey, parts };
}

type Parts = Awaited<ReturnType<typeof startAll>>['parts'];
type Times = Readonly<Record<keyof Parts, number>>;
type Measured = LoadResult & { readonly cost: Times };

async function timesOf(parts: Parts): Promise<Times> {
  const time = async (part: keyof Parts): Promise<number> => processorTimeOf(await parts[part]());
  return { servers: await time('servers'), primary: await time('primary'), standby: await time('standby') };
}

async function measure(parts: Parts, load: () => Promise<LoadResult>): Promise<Measured> {
  const before = await timesOf(parts);
  const result = await load();
  const after = await timesOf(parts);
  const each = (part: keyof Parts): number => (after[part] - before[part]) / result.responses;
  return {
    ...result,
    cost: { servers: each('servers'), primary: each('primary'), standby: each('standby') },
  };
}

async function statusOf(port: number, { method, path, headers, body }: Request): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body && { body }) });
  await response.text();
  return response.status;
}

interface Row {
  readonly question: string;
  readonly name: string;
  readonly runs: Measured[];
}

function render(rows: readonly Row[], written: number, seconds: number): string {
  const lines = rows.map(({ question, name, runs }) => {
    const { perSecond, p99, cost } = runs.toSorted((a, b) => a.perSecond - b.perSecond)[
      Math.floor(runs.length / 2)
    ]!;
    const costs = [cost.servers, cost.primary, cost.standby].map((value) => value.toFixed(2));
    return `| ${[question, name, `${whole(perSecond)} (${p99.toFixed(0)})`, ...costs].join(' | ')} |`;
  });
  return `# Reads from a standby

\`npm run bench -- replicas\`; ${connections} connections of ${people} accounts over both processes of a setup, ${rows[0]?.runs.length ?? 0} times ${seconds} s in turns.
Servers, primary, standby and client share the same ${cores}, so a standby cannot give more here than its cores would elsewhere:
the processor time of a response says what it takes off the primary.

Responses per second of the run with the median rate, in brackets the 99th percentile in ms; then the processor time of one
response in ms:

| | served by | responses per second | servers | primary | standby |
| --- | --- | ---: | ---: | ---: | ---: |
${lines.join('\n')}

A write that came to the process of the standby got ${written}.
`;
}

/** The club's reads with the primary alone, and with a hot standby beside it. */
export async function measureReplicas(extent = { seconds: 2, rounds: 5 }): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const { publishableKey, parts } = await startAll(stack);
  const target = { port: ports.first, publishableKey };
  const walkers = await createWalkers(target, people);
  const members = walkers.map((walker) => requestsOf(target, walker));
  const publicRead = { method: 'GET', path: '/rest/v1/walks?select=*', headers: { apikey: publishableKey } };
  const questions: readonly (readonly [string, readonly Request[]])[] = [
    ['public list', [publicRead]],
    ['signed-in read', members.map(({ read }) => read)],
  ];
  const rows: Row[] = questions.flatMap(([question]) =>
    setups.map(({ name }) => ({ question, name, runs: [] })),
  );
  for (const [index, [, requests]] of questions.entries())
    for (let round = 0; round < extent.rounds; round += 1)
      for (const [offset, setup] of setups.entries()) {
        const load = () => loadHttp(setup.ports, requests, 200, connections, extent.seconds);
        rows[index * setups.length + offset]!.runs.push(await measure(parts, load));
      }
  return render(rows, await statusOf(ports.reader, members[0]!.insert), extent.seconds);
}
