import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWalkers, requestsOf, startClub } from '../club.ts';
import { cores, loadHttp, whole, type LoadResult } from '../machine/load.ts';
import type { Member } from '../machine/person.ts';
import type { MeasuredProgram } from '../machine/process.ts';
import { installPocketBase, startPocketBase } from './pocketbase.ts';

const seconds = 4;
const connections = 16;
const members = 16;
/** Both run all the time and are asked in turns, so that a busy moment of the machine meets both. */
const rounds = 3;

interface Peer {
  readonly name: string;
  readonly port: number;
  readonly process: MeasuredProgram;
  readonly members: readonly Member[];
}

interface Question {
  readonly label: string;
  readonly request: keyof Member;
  readonly status: readonly [ours: number, theirs: number];
}

const questions: readonly Question[] = [
  { label: 'read one record of the own account', request: 'read', status: [200, 200] },
  { label: `insert, ${members} accounts`, request: 'insert', status: [201, 200] },
  { label: 'sign in with a password', request: 'signIn', status: [200, 200] },
  { label: 'public photo of 100 KB', request: 'photo', status: [200, 200] },
];

/** The run with the median rate. */
function median(results: readonly LoadResult[]): LoadResult {
  const sorted = results.toSorted((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)]!;
}

async function ask({ request, status }: Question, peers: readonly Peer[]): Promise<readonly LoadResult[]> {
  const results: LoadResult[][] = peers.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, { port, members: people }] of peers.entries()) {
      const requests = people.map((member) => member[request]);
      results[index]!.push(await loadHttp(port, requests, status[index]!, connections, seconds));
    }
  return results.map(median);
}

function render(peers: readonly Peer[], lines: readonly string[], memory: readonly string[]): string {
  return `# Beside PocketBase

\`npm run bench -- pocketbase\`; ${connections} connections, ${rounds} times ${seconds} s in turns, client and both servers on the same ${cores}.
Rates are responses per second of the run with the median rate, in brackets its 99th percentile in ms. The machine is shared and noisy.

| | ${peers.map(({ name }) => name).join(' | ')} | times |
| --- | ---: | ---: | ---: |
${[...lines, ...memory].join('\n')}

PocketBase runs with its defaults, its log of requests off, and rules like the club's policies; it keeps no average of opinions, which
a trigger does on ours. It responds to a write when SQLite has it (WAL, no sync at each commit); ours when it is on the disk.
Memory counts the process and all it started, PostgreSQL included.
`;
}

/** The backend and PocketBase on the same machine in one run. */
export async function compareWithPocketBase(): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'pocketbase-install-'));
  const program = await installPocketBase(folder.path);
  await using club = await startClub(8945);
  const walkers = await createWalkers(club, members);
  await using pocketBase = await startPocketBase(program, 8946, members);
  const ours = { ...club, members: walkers.map((walker) => requestsOf(club, walker)) };
  const peers: readonly Peer[] = [ours, pocketBase];
  const memoryRow = async (label: string) =>
    `| ${label} | ${(await Promise.all(peers.map(({ process }) => process.memory()))).map(whole).join(' | ')} | |`;
  const before = await memoryRow('memory before the load, MiB');
  const lines: string[] = [];
  for (const question of questions) {
    const results = await ask(question, peers);
    const cells = results.map(({ perSecond, p99 }) => `${whole(perSecond)} (${p99.toFixed(0)})`);
    const times = (results[0]!.perSecond / results[1]!.perSecond).toFixed(1);
    lines.push(`| ${question.label} | ${cells.join(' | ')} | ${times} |`);
  }
  return render(peers, lines, [before, await memoryRow('memory after the load, MiB')]);
}
