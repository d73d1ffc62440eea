import pg from 'pg';
import { cores, loadHttp, whole, type LoadResult } from '../machine/load.ts';
import { rawPhotos, rawStatements, rawTransactions } from '../raw.ts';
import { startSetup, type Plan, type ProcessorTime, type Setup } from './setup.ts';

const connections = 16;
const people = 16;

const plans: readonly Plan[] = [
  { name: 'one process, built-in database', ports: [8951], hasExternalDatabase: false },
  { name: 'WORKERS=2, built-in database', ports: [8952], workers: 2, hasExternalDatabase: false },
  { name: '1 process, external database', ports: [8953], hasExternalDatabase: true },
  { name: '2 processes, external database', ports: [8954, 8955], hasExternalDatabase: true },
  { name: '3 processes, external database', ports: [8956, 8957, 8958], hasExternalDatabase: true },
];

interface Question {
  readonly label: string;
  readonly request: 'read' | 'insert' | 'photo';
  readonly status: number;
  /** Whether changes are announced from here on. */
  readonly isAnnounced?: boolean;
}

const questions: readonly Question[] = [
  { label: 'read', request: 'read', status: 200 },
  { label: 'insert', request: 'insert', status: 201 },
  { label: 'photo of 100 KB', request: 'photo', status: 200 },
  { label: 'insert with NOTIFY', request: 'insert', status: 201, isAnnounced: true },
];

/** One load; `cost` is the processor time of one response. */
type Measured = LoadResult & { readonly cost: ProcessorTime };

/** The servers that take the load. */
interface Contestant {
  readonly name: string;
  readonly setup: Setup;
  ask(question: Question): Promise<Measured>;
}

async function measure(setup: Setup, run: () => Promise<LoadResult>): Promise<Measured> {
  const before = await setup.processorTime();
  const result = await run();
  const after = await setup.processorTime();
  const cost = {
    servers: (after.servers - before.servers) / result.responses,
    database: (after.database - before.database) / result.responses,
  };
  return { ...result, cost };
}

function contestantOf(setup: Setup, seconds: number, afterLoad: (setup: Setup) => Promise<void>): Contestant {
  return {
    name: setup.name,
    setup,
    async ask({ request, status }) {
      const requests = setup.members.map((member) => member[request]);
      const load = () => loadHttp(setup.ports, requests, status, connections, seconds);
      const measured = await measure(setup, load);
      await afterLoad(setup);
      return measured;
    },
  };
}

/** The statements by `pg` itself, on the database of a setup; the photo by `node:http` in this process. */
function rawContestant(setup: Setup, seconds: number, pool: pg.Pool): Contestant {
  const pressure = { connections, seconds };
  const [walker] = setup.walkers;
  const [member] = setup.members;
  if (!walker || !member) throw new Error('there is no walker');
  return {
    name: 'no backend: `pg`, and `node:http`',
    setup,
    ask: ({ request }) =>
      measure(setup, () =>
        request === 'photo'
          ? rawPhotos(walker.photoBytes, member.photo, pressure)
          : rawTransactions(pool, setup.walkers, rawStatements[request], pressure),
      ),
  };
}

/** The run with the median rate. */
function median(runs: readonly Measured[]): Measured {
  return runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(runs.length / 2)]!;
}

async function askInTurns(contestants: readonly Contestant[], rounds: number) {
  const runs = contestants.map(() => questions.map((): Measured[] => []));
  const setups = new Set(contestants.map(({ setup }) => setup));
  for (const [column, question] of questions.entries()) {
    if (question.isAnnounced) for (const setup of setups) await setup.announceChanges();
    for (let round = 0; round < rounds; round += 1)
      for (const [row, contestant] of contestants.entries())
        runs[row]![column]!.push(await contestant.ask(question));
  }
  return contestants.map(({ name }, row) => ({ name, results: runs[row]!.map(median) }));
}

const cells = (values: readonly string[]): string => `| ${values.join(' | ')} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, ['---', ...head.slice(1).map(() => '---:')], ...rows].map(cells).join('\n');
}

function render(
  rows: Awaited<ReturnType<typeof askInTurns>>,
  holdings: readonly (readonly string[])[],
  { seconds, rounds }: Extent,
): string {
  const labels = ['', ...questions.map(({ label }) => label)];
  const rates = rows.map(({ name, results }) => [
    name,
    ...results.map(({ perSecond, p99 }) => `${whole(perSecond)} (${p99.toFixed(0)})`),
  ]);
  const costs = rows.map(({ name, results }) => [
    name,
    ...results.map(({ cost }) => `${cost.servers.toFixed(2)} + ${cost.database.toFixed(2)}`),
  ]);
  return `# One process and several

\`npm run bench -- scale\`; ${connections} connections of ${people} accounts, spread over the ports of a setup, ${rounds} times ${seconds} s in turns.
All setups run all the time; they, PostgreSQL and the client share the same ${cores}, so more processes
cannot give more than that. The machine is shared and noisy: compare within a column.

Responses per second of the run with the median rate, in brackets its 99th percentile in ms:

${table(labels, rates)}

In the last column each insert also notifies every server process, as it does while a client follows the changes of the table.

Processor time of one response in ms, servers + PostgreSQL; that of the client is not counted:

${table(labels, costs)}

Memory in MiB, the servers and their PostgreSQL together, and the most connections to PostgreSQL after a load:

${table(['', 'before the load', 'after it', 'connections'], holdings)}
`;
}

interface Extent {
  readonly seconds: number;
  readonly rounds: number;
}

/** The club served by one process and by several, on this machine, beside the raw client. */
export async function measureScale(extent: Extent = { seconds: 2, rounds: 3 }): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const setups: Setup[] = [];
  for (const plan of plans) setups.push(stack.use(await startSetup(plan, people)));
  const memory = () => Promise.all(setups.map(async (setup) => whole(await setup.memory())));
  const before = await memory();
  const most = new Map<Setup, number>();
  const countConnections = async (setup: Setup): Promise<void> => {
    most.set(setup, Math.max(most.get(setup) ?? 0, await setup.databaseConnections()));
  };
  const alone = setups.find(({ name }) => name === '1 process, external database')!;
  const pool = new pg.Pool({ ...alone.connection, max: connections });
  stack.defer(() => pool.end());
  const contestants = setups.map((setup) => contestantOf(setup, extent.seconds, countConnections));
  const rows = await askInTurns([...contestants, rawContestant(alone, extent.seconds, pool)], extent.rounds);
  const after = await memory();
  const holdings = setups.map((setup, index) => [
    setup.name,
    before[index]!,
    after[index]!,
    String(most.get(setup)),
  ]);
  return render(rows, holdings, extent);
}
