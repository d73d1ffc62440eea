import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFixture, requestsOf } from '../machine/fixture.ts';
import { cores, loadHttp, type LoadResult } from '../machine/load.ts';
import { startBenchServer } from '../machine/server.ts';
import type { Target } from '../machine/process.ts';
import { installLite, startLite } from './lite.ts';

const seconds = 5;
const connections = 16;
const drivers = 16;

async function measure(target: Target) {
  const idleMemory = await target.process.memory();
  const requests: ReturnType<typeof requestsOf>[] = [];
  for (let index = 0; index < drivers; index += 1)
    requests.push(requestsOf(target, await createFixture(target, index)));
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

const number = (value: number): string => Math.round(value).toLocaleString('en');

function render(ours: Figures, others: readonly Figures[]): string {
  const all = [ours, ...others];
  const rate = (label: string, of: (figures: Figures) => LoadResult): string => {
    const cells = all.map((figures) => `${number(of(figures).perSecond)} (${of(figures).p99.toFixed(0)})`);
    const factors = others.map((other) => (of(ours).perSecond / of(other).perSecond).toFixed(1));
    return `| ${label} | ${cells.join(' | ')} | ${factors.join(' / ')} |`;
  };
  const plain = (label: string, of: (figures: Figures) => number): string =>
    `| ${label} | ${all.map((figures) => number(of(figures))).join(' | ')} | |`;
  return `# Beside @supabase/lite

\`npm run bench\`; ${connections} connections, ${seconds} s each, one backend after the other, client and server on the same ${cores}. Rates are answers per second, in brackets the 99th percentile in
ms; factors are ours against each. The machine is shared and noisy.

| | ${all.map(({ name }) => name).join(' | ')} | times |
| --- | ${all.map(() => '---:').join(' | ')} | ---: |
${rate('read one driver under row-level security', ({ read }) => read)}
${rate(`insert a review (${drivers} drivers)`, ({ insert }) => insert)}
${rate('sign in with a password', ({ signIn }) => signIn)}
${rate('public photo of 100 KB', ({ photo }) => photo)}
${plain('longest stall of the event loop while signing in, ms', ({ signInStall }) => signInStall)}
${plain('start to first answer, ms', ({ startedIn }) => startedIn)}
${plain('memory after the start, MiB', ({ idleMemory }) => idleMemory)}
${plain('memory after the load, MiB', ({ memory }) => memory)}

Ours and \`pglite\` hold the same schema, the product's own migrations: policies, and a trigger that keeps each driver's
average. \`sqlite\` cannot hold them; it has a reduced one (\`sqlite-schema.sql\`) and less to do. Ours writes to disk before
it answers (PostgreSQL with fsync); PGlite does not. Memory counts the process and all it started, PostgreSQL included.
`;
}

/** The product and @supabase/lite on the same machine in one run. */
export async function compareWithLite(): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'lite-install-'));
  const command = await installLite(folder.path);
  const figures: Figures[] = [];
  for (const start of [
    () => startBenchServer(8942),
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
