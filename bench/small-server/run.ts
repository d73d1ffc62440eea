import { setTimeout as wait } from 'node:timers/promises';
import { percentiles, whole } from '../../backend/bench/machine/load.ts';
import { createPerson, type Person } from '../../backend/bench/machine/person.ts';
import type { BenchServer } from '../../backend/bench/machine/server.ts';
import { createDevice, type Answer, type ListedDevice } from '../../e2e/long/devices/device.ts';
import { drivers, startProduct } from '../product.ts';
import { confine } from './confine.ts';

const devices = 500;
const minutes = 10;
const minuteMs = 60_000;
const memoryBytes = 1024 ** 3;
/** A device of the app reports this often. */
const heartbeatMinutes = 5;

/** One after the other, as a company grows: a registration hashes a password and re-encodes a photo. */
async function createPeople(server: BenchServer): Promise<readonly Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < devices; index += 1) people.push(await createPerson(server, drivers, index));
  return people;
}

/** Every minute a rating and the photo, and a heartbeat as often as the app sends one. */
async function drive(device: ListedDevice, index: number, begun: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await wait(Math.max(0, begun + (minute + index / devices) * minuteMs - performance.now()));
    if (minute === 0) await device.start();
    if ((minute + index) % heartbeatMinutes === 0) await device.heartbeat();
    await device.photo();
    await device.rate();
  }
}

interface Run {
  readonly answers: readonly Answer[];
  /** In MiB. */
  readonly memoryHalfway: number;
  readonly memoryAtTheEnd: number;
  readonly ratings: number;
  readonly heard: number;
}

async function runDevices(server: BenchServer, people: readonly Person[]): Promise<Run> {
  const answers: Answer[] = [];
  await using stack = new AsyncDisposableStack();
  const fleet = people.map((person) =>
    stack.use(createDevice(server, person, (answer) => answers.push(answer))),
  );
  const begun = performance.now();
  const driving = Promise.all(fleet.map((device, index) => drive(device, index, begun)));
  await wait((minutes / 2) * minuteMs);
  const memoryHalfway = await server.process.memory();
  await driving;
  await wait(Math.max(0, begun + minutes * minuteMs - performance.now()));
  const counts = fleet.map((device) => device.counts());
  const sum = (key: 'ratings' | 'heard'): number => counts.reduce((total, each) => total + each[key], 0);
  const memoryAtTheEnd = await server.process.memory();
  return { answers, memoryHalfway, memoryAtTheEnd, ratings: sum('ratings'), heard: sum('heard') };
}

/** Five hundred devices for ten minutes, with the server and its database on one core and 1 GiB of memory. */
export async function measureSmallServer(): Promise<string> {
  await using server = await startProduct(8947);
  const people = await createPeople(server);
  await using confinement = await confine(server.process.pid, memoryBytes);
  const { answers, memoryHalfway, memoryAtTheEnd, ratings, heard } = await runDevices(server, people);
  const at = percentiles(answers.map(({ milliseconds }) => milliseconds));
  const errors = answers.filter(({ status }) => status < 200 || status >= 300);
  const kinds = [...new Set(errors.map(({ path, status }) => `${status} ${path.replace(/\?.*/, '')}`))];
  const bound = confinement.memoryBy
    ? `1 GiB of memory (\`${confinement.memoryBy}\` of a cgroup)`
    : 'memory that was not bounded';
  const line = (name: string, target: string, value: string): string => `| ${name} | ${target} | ${value} |`;
  return `# A small server

\`npm run bench -- small-server\`: ${devices} devices for ${minutes} minutes, each with a websocket, and every minute a rating and
the driver's photo, every ${heartbeatMinutes} minutes a heartbeat. The server and its PostgreSQL have one core (\`taskset\`) and
${bound}; the devices run on the other core.

| | target | |
| --- | ---: | ---: |
${[
  line('requests', '', whole(answers.length)),
  line('median, ms', '', at(0.5).toFixed(1)),
  line('95th percentile, ms', '≤ 50', at(0.95).toFixed(1)),
  line('99th percentile, ms', '', at(0.99).toFixed(1)),
  line('errors, or no response', '0', String(errors.length)),
  line('ratings sent', '', whole(ratings)),
  line('changes heard over the websockets', '', whole(heard)),
  line('memory of server and database after five minutes, MiB', '', memoryHalfway.toFixed(0)),
  line('the same at the end, MiB', 'at most 10 % more', memoryAtTheEnd.toFixed(0)),
].join('\n')}
${kinds.length > 0 ? `\nErrors: ${kinds.join(', ')}.\n` : ''}`;
}
