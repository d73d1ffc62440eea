import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWalkers, requestsOf, startClub } from '../club.ts';
import { cores, loadHttp, whole, type LoadResult } from '../machine/load.ts';
import type { Target } from '../machine/process.ts';
import { installLite, startLite } from './lite.ts';

const seconds = 5;
const connections = 16;
const members = 16;

async function measure(target: Target) {
  const idleMemory = await target.process.memory();
  const walkers = await createWalkers(target, members);
  const requests = walkers.map((walker) => requestsOf(target, walker));
  const load = (which: keyof ReturnType<typeof requestsOf>, status: number) => {
    const chosen = requests.map((each) => each[which]);
    return loadHttp(target.port, chosen, status, connections, seconds);
  };
  const read = await load('read', 200);
  const insert = await load('insert', 201);
  target.process.resetStall();
  const signIn = await load('signIn', 200);
  const signInStall = await target.process.stall();
  const photo = await load('photo', 200);
  const { startedIn } = target.process;
  const memory = await target.process.memory();
  return { name: target.name, read, insert, signIn, signInStall, photo, startedIn, idleMemory, memory };
}

type Figures = Awaited<ReturnType<typeof measure>>;

function render(ours: Figures, others: readonly Figures[]): string {
  const all = [ours, ...others];
  const rate = (label: string, of: (figures: Figures) => LoadResult): string => {
    const cells = all.map((figures) => `${whole(of(figures).perSecond)} (${of(figures).p99.toFixed(0)})`);
    const factors = others.map((other) => (of(ours).perSecond / of(other).perSecond).toFixed(1));
    return `| ${label} | ${cells.join(' | ')} | ${factors.join(' / ')} |`;
  };
  const plain = (label: string, of: (figures: Figures) => number): string =>
    `| ${label} | ${all.map((figures) => whole(of(figures))).join(' | ')} | |`;
  return `# Beside @supabase/lite

\`npm run bench\`; ${connections} connections, ${seconds} s each, one backend after the other, client and server on the same ${cores}. Rates are responses per second, in brackets the 99th percentile in
ms; factors are ours against each. The machine is shared and noisy.

| | ${all.map(({ name }) => name).join(' | ')} | times |
| --- | ${all.map(() => '---:').join(' | ')} | ---: |
${rate('read one walker under row-level security', ({ read }) => read)}
${rate(`insert an opinion (${members} walkers)`, ({ insert }) => insert)}
${rate('sign in with a password', ({ signIn }) => signIn)}
${rate('public photo of 100 KB', ({ photo }) => photo)}
${plain('longest stall of the event loop while signing in, ms', ({ signInStall }) => signInStall)}
${plain('start to first response, ms', ({ startedIn }) => startedIn)}
${plain('memory after the start, MiB', ({ idleMemory }) => idleMemory)}
${plain('memory after the load, MiB', ({ memory }) => memory)}

Ours and \`pglite\` hold the same schema, the migrations of \`testing/project\`: policies, and a trigger that keeps each walker's
average. \`sqlite\` cannot hold them; it has a reduced one (\`sqlite-schema.sql\`) and less to do. Ours writes to disk before
it responds (PostgreSQL with fsync); PGlite does not. Memory counts the process and all it started, PostgreSQL included.
`;
}

/** The backend and @supabase/lite on the same machine in one run. */
export async function compareWithLite(): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lite-install-'));
  const command = await installLite(folder.path);
  const figures: Figures[] = [];
  for (const start of [
    () => startClub(8942),
    () => startLite(command, 'pglite', 8943),
    () => startLite(command, 'sqlite', 8944),
  ]) {
    await using target = await start();
    figures.push(await measure(target));
  }
  const [ours, ...others] = figures;
  if (!ours) throw new Error('nothing was measured');
  return render(ours, others);
}
