import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { Secrets } from '../../config/secrets.ts';
import { startEmbeddedPostgres } from '../../db/embedded.ts';
import { clubFolder, createWalkers, requestsOf } from '../club.ts';
import type { Member, Person } from '../machine/person.ts';
import { answers, startProgram } from '../machine/process.ts';
import { environmentOf, withoutRateLimits } from '../machine/server.ts';
import { memoryOf, processorTimeOf, treeOf } from '../machine/tree.ts';

const program = resolve(import.meta.dirname, '../../cli.ts');

/** A way to serve the club. */
export interface Plan {
  readonly name: string;
  /** One for each process that is started; a process with WORKERS has workers besides. */
  readonly ports: readonly number[];
  /** Undefined for the setting's default. */
  readonly workers?: number;
  /** Whether PostgreSQL is started beside the servers, which reach it by DATABASE_URL. */
  readonly hasExternalDatabase: boolean;
}

/** Processor time in milliseconds. */
export interface ProcessorTime {
  readonly servers: number;
  readonly database: number;
}

/** The club, served as a plan says. */
export interface Setup extends AsyncDisposable {
  readonly name: string;
  readonly ports: readonly number[];
  readonly walkers: readonly Person[];
  readonly members: readonly Member[];
  /** As the role of API requests, for the raw client. */
  readonly connection: pg.ClientConfig;
  /** MiB of the servers and PostgreSQL together. */
  memory(): Promise<number>;
  /** Used by both since they were started. */
  processorTime(): Promise<ProcessorTime>;
  /** The connections to PostgreSQL that the servers hold now. */
  databaseConnections(): Promise<number>;
  /** From now on an insert notifies all server processes, as when a client follows the changes; none does. */
  announceChanges(): Promise<void>;
}

/** Starts the processes of a plan on a new folder, after a first start that made it. */
async function startProcesses({ ports, workers, hasExternalDatabase }: Plan, folder: string) {
  await using stack = new AsyncDisposableStack();
  const dataDir = join(folder, 'data');
  const databaseDir = hasExternalDatabase ? join(folder, 'database') : dataDir;
  const external = hasExternalDatabase
    ? stack.use(await startEmbeddedPostgres(databaseDir, () => {}))
    : undefined;
  const copy = await withoutRateLimits(clubFolder, folder);
  const start = (port: number) => {
    const env = {
      ...environmentOf(port, dataDir, copy),
      ...(workers !== undefined && { WORKERS: String(workers) }),
      ...(external && { DATABASE_URL: `postgres://postgres@/postgres?host=${external.connection.host}` }),
    };
    const args = [program, 'serve', '--project', copy];
    return startProgram(process.execPath, args, { cwd: folder, env }, () => answers(port));
  };
  await (await start(ports[0] ?? 0))[Symbol.asyncDispose]();
  const servers: number[] = [];
  for (const port of ports) servers.push(stack.use(await start(port)).pid);
  const [postmaster, , , , host] = (
    await readFile(join(databaseDir, 'postgres/postmaster.pid'), 'utf8')
  ).split('\n');
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Secrets;
  const resources = stack.move();
  return {
    servers,
    postmaster: Number(postmaster),
    connection: { host, database: 'postgres' },
    publishableKey: secrets.publishableKey,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Runs a statement as the superuser. */
async function administrate<Row extends object>(connection: pg.ClientConfig, sql: string): Promise<Row[]> {
  const client = new pg.Client({ ...connection, user: 'postgres' });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const countSql = `select count(*)::int as count from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`;
/** As a server process with a subscriber does it: an insert changes the walker's average, and announces that. */
const watchSql = `insert into realtime.subscription (entity, process, expires_at)
  values ('public.walkers'::regclass, gen_random_uuid(), now() + interval '1 hour')`;

/** Starts the servers of a plan with `people` walkers. */
export async function startSetup(plan: Plan, people: number): Promise<Setup> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'backend-bench-'))).path;
  const started = stack.use(await startProcesses(plan, folder));
  const { connection, publishableKey, postmaster } = started;
  const target = { port: plan.ports[0] ?? 0, publishableKey };
  const walkers = await createWalkers(target, people);
  async function processes() {
    const database = await treeOf(postmaster);
    const all = (await Promise.all(started.servers.map(treeOf))).flat();
    return { database, servers: all.filter((pid) => !database.includes(pid)) };
  }
  const resources = stack.move();
  return {
    name: plan.name,
    ports: plan.ports,
    walkers,
    members: walkers.map((walker) => requestsOf(target, walker)),
    connection: { ...connection, user: 'authenticator' },
    async memory() {
      const { servers, database } = await processes();
      return memoryOf([...servers, ...database]);
    },
    async processorTime() {
      const { servers, database } = await processes();
      return { servers: await processorTimeOf(servers), database: await processorTimeOf(database) };
    },
    async databaseConnections() {
      const [row] = await administrate<{ count: number }>(connection, countSql);
      return row?.count ?? 0;
    },
    async announceChanges() {
      await administrate(connection, watchSql);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
