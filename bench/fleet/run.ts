import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { cores, percentiles, whole } from '../../backend/bench/machine/load.ts';
import { createPerson, type Person } from '../../backend/bench/machine/person.ts';
import type { BenchServer } from '../../backend/bench/machine/server.ts';
import { processorTimeOf, treeOf } from '../../backend/bench/machine/tree.ts';
import { drivers, startProduct } from '../product.ts';
import { company, writeCompany } from './fixture.ts';
import { online, repetitions, timeLists } from './lists.ts';

const devices = 200;
/** A driver has at most 20 devices. */
const devicesOfDriver = 10;
/** How many one device sends in an hour. */
const heartbeats = 12;
/** In which an hour's heartbeats are sent, in seconds. */
const seconds = 45;

async function call(
  server: BenchServer,
  name: string,
  headers: Person['headers'],
  body: object,
): Promise<number> {
  const started = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} responded ${response.status}: ${text}`);
  return performance.now() - started;
}

interface Cost {
  /** Processor time of the server and its database, in milliseconds. */
  readonly processor: number;
  /** In bytes. */
  readonly log: number;
  /** The duration of each heartbeat, in milliseconds. */
  readonly times: readonly number[];
}

/** The cost of `seconds`, with all heartbeats of an hour or with none. */
async function measure(
  server: BenchServer,
  client: pg.Client,
  people: readonly Person[],
  count: number,
): Promise<Cost> {
  const position = async () =>
    Number((await client.query<{ at: string }>(`select pg_current_wal_lsn() - '0/0' as at`)).rows[0]?.at);
  const processor = async () => processorTimeOf(await treeOf(server.process.pid));
  const identities = Array.from({ length: devices }, () => ({
    device_id: randomUUID(),
    key: `key ${randomUUID()}`,
  }));
  const send = (index: number) => {
    const { headers } = people[Math.floor((index % devices) / devicesOfDriver)]!;
    const condition = {
      now: Date.now(),
      painted_ago: index,
      battery: index % 101,
      charging: true,
      network: '4g',
    };
    const state = { wake_lock: 'held', unsent_ratings: 0, screen: 'home', storage_used: index * 1_000 };
    const heartbeat = { ...identities[index % devices], ...condition, ...state };
    return call(server, 'send_heartbeat', headers, { heartbeat });
  };
  if (count > 0) for (let index = 0; index < devices; index += 1) await send(index);
  await client.query('checkpoint');
  const [processorBefore, logBefore] = [await processor(), await position()];
  const begun = performance.now();
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    await wait(Math.max(0, begun + (index / count) * seconds * 1_000 - performance.now()));
    times.push(await send(index));
  }
  await wait(Math.max(0, begun + seconds * 1_000 - performance.now()));
  return { processor: (await processor()) - processorBefore, log: (await position()) - logBefore, times };
}

/** The heartbeats of two hundred devices, and the panel of a company with thousands. */
export async function measureFleet(): Promise<string> {
  await using server = await startProduct(8976);
  const client = new pg.Client({ host: server.socketFolder, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    const people: Person[] = [];
    for (let index = 0; index < devices / devicesOfDriver; index += 1)
      people.push(await createPerson(server, drivers, online + index));
    await writeCompany(client);
    const idle = await measure(server, client, people, 0);
    const busy = await measure(server, client, people, devices * heartbeats);
    const listed = await timeLists(server);
    const processor = busy.processor - idle.processor;
    const at = percentiles(busy.times);
    return `# A large fleet

\`npm run bench -- fleet\`: a company has ${whole(company.drivers)} drivers, ${whole(company.vehicles)} vehicles, ${whole(company.documents)} documents and
${whole(company.devices + devices)} devices. Of them ${devices} send the heartbeats of an hour (${heartbeats} each) within ${seconds} seconds, beside the same time without
any. Then ${online} devices are on the road, and an administrator reads each list of the panel ${repetitions} times. Clients and server on
the same ${cores}, which are shared and noisy.

| an hour of ${devices} devices | |
| --- | ---: |
| heartbeats | ${whole(busy.times.length)} |
| processor time of server and database, s | ${(processor / 1_000).toFixed(1)} |
| share of one processor | ${((processor / 3_600_000) * 100).toFixed(2)} % |
| write-ahead log while they are sent, with all else, KiB | ${whole(busy.log / 1_024)} |
| a heartbeat, median, ms | ${at(0.5).toFixed(1)} |
| a heartbeat, 95th percentile, ms | ${at(0.95).toFixed(1)} |
| the same time without heartbeats: processor, s | ${(idle.processor / 1_000).toFixed(1)} |
| the same time without heartbeats: write-ahead log, KiB | ${whole(idle.log / 1_024)} |

| list | median, ms | 95th percentile, ms |
| --- | ---: | ---: |
${listed}
`;
  } finally {
    await client.end();
  }
}
