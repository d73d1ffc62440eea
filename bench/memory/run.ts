import { setTimeout as delay } from 'node:timers/promises';
import { cores, loadHttp, whole } from '../../backend/bench/machine/load.ts';
import { createPerson, type Member, type Person } from '../../backend/bench/machine/person.ts';
import { drivers } from '../product.ts';
import { createInstallation, type Memory, type Started } from './installation.ts';

const connections = 16;
const people = 16;
/** For each kind of request. */
const seconds = 5;
/** How long an idle server runs before it is measured, in milliseconds. */
const settling = 10_000;
const rest = 60_000;

/** The requests of a driver that the measurement sends: those of the benchmark beside PocketBase. */
export function requestsOf({ publishableKey }: Pick<Started, 'publishableKey'>, person: Person): Member {
  const { recordId, email, password, photoPath, headers } = person;
  const json = { 'content-type': 'application/json' };
  const review = { driver_id: recordId, rating: 5, user_name: 'Anonymous', comment: 'No comment' };
  return {
    read: { method: 'GET', path: `/rest/v1/drivers?select=*&id=eq.${recordId}`, headers },
    insert: {
      method: 'POST',
      path: '/rest/v1/reviews',
      headers: { ...headers, ...json },
      body: JSON.stringify(review),
    },
    signIn: {
      method: 'POST',
      path: '/auth/v1/token?grant_type=password',
      headers: { apikey: publishableKey, ...json },
      body: JSON.stringify({ email, password }),
    },
    photo: { method: 'GET', path: `/storage/v1/object/public/imagenes/${photoPath}`, headers: {} },
  };
}

/** Uploads photos, reads, inserts, signs in and downloads, as fast as the server responds. */
async function loadServer(server: Started): Promise<void> {
  const members: Member[] = [];
  for (let index = 0; index < people; index += 1)
    members.push(requestsOf(server, await createPerson(server, drivers, index)));
  for (const [kind, status] of [
    ['read', 200],
    ['insert', 201],
    ['signIn', 200],
    ['photo', 200],
  ] as const) {
    const requests = members.map((member) => member[kind]);
    await loadHttp(server.port, requests, status, connections, seconds);
  }
}

interface Moment {
  readonly label: string;
  readonly memory: Memory;
}

function row({ label, memory: { server, database, starter } }: Moment): string {
  return `| ${[label, ...[server, database, starter].map(whole)].join(' | ')} |`;
}

function render(moments: readonly Moment[]): string {
  return `# Memory of an installation

\`npm run bench -- memory\`: \`npm start\` in a copy of this repository, on ${cores}; MiB.

| | server | PostgreSQL | npm and tools/run.mjs |
| --- | ---: | ---: | ---: |
${moments.map(row).join('\n')}

The first start builds the app and creates the database. Idle means ${settling / 1000} s after the server is ready. The load: ${people} drivers
register and upload a photo; then ${connections} connections read a record, insert reviews, sign in, and download photos of 100 KB,
${seconds} s each. The server's column is the resident memory of its process, of which about 40 MiB is Node's program, which all Node
processes share. In the other columns memory that several processes share counts once (proportional set size).
`;
}

/** Starts an installation twice and loads it. @returns the memory it holds when idle, after the load, and a minute later */
export async function takeMoments() {
  await using installation = await createInstallation();
  const idle = async (server: Started): Promise<Memory> => {
    await delay(settling);
    return server.memory();
  };
  const first = await installation.start();
  const afterFirstStart = await idle(first);
  await first[Symbol.asyncDispose]();
  await using server = await installation.start();
  const afterSecondStart = await idle(server);
  await loadServer(server);
  const afterLoad = await server.memory();
  await delay(rest);
  return { afterFirstStart, afterSecondStart, afterLoad, afterRest: await server.memory() };
}

/** The memory that an installation holds, as Markdown. */
export async function measureMemory(): Promise<string> {
  const { afterFirstStart, afterSecondStart, afterLoad, afterRest } = await takeMoments();
  return render([
    { label: 'idle after the first start', memory: afterFirstStart },
    { label: 'idle after the second start', memory: afterSecondStart },
    { label: 'right after the load', memory: afterLoad },
    { label: `${rest / 1000} s later`, memory: afterRest },
  ]);
}
