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

function row(label: string, { server, database, starter }: Memory): string {
  return `| ${[label, server, database, starter].map((value) => (typeof value === 'number' ? whole(value) : value)).join(' | ')} |`;
}

function render(rows: readonly string[]): string {
  return `# Memory of an installation

\`npm run bench -- memory\`: \`npm start\` in a copy of this repository, on ${cores}; MiB.

| | server | PostgreSQL | npm and tools/run.mjs |
| --- | ---: | ---: | ---: |
${rows.join('\n')}

The first start builds the app and creates the database. Idle means ${settling / 1000} s after the server is ready. The load: ${people} drivers
register and upload a photo; then ${connections} connections read a record, insert reviews, sign in, and download photos of 100 KB,
${seconds} s each. The server's column is the resident memory of its process, of which about 40 MiB is Node's program, which all Node
processes share. In the other columns memory that several processes share counts once (proportional set size).
`;
}

/** The memory that an installation holds when idle, under load and after it. */
export async function measureMemory(): Promise<string> {
  await using installation = await createInstallation(8947);
  const rows: string[] = [];
  {
    await using server = await installation.start();
    await delay(settling);
    rows.push(row('idle after the first start', await server.memory()));
  }
  await using server = await installation.start();
  await delay(settling);
  rows.push(row('idle after the second start', await server.memory()));
  await loadServer(server);
  rows.push(row('right after the load', await server.memory()));
  await delay(rest);
  rows.push(row(`${rest / 1000} s later`, await server.memory()));
  return render(rows);
}
