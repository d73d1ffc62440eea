import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { cores, percentiles, whole } from '../../backend/bench/machine/load.ts';
import { createPerson, type Person } from '../../backend/bench/machine/person.ts';
import type { BenchServer } from '../../backend/bench/machine/server.ts';
import { drivers, startProduct } from '../product.ts';
import type { Flood } from './flood.ts';

const networks = 256;
/** For each flood, and for the quiet before. */
const seconds = 8;
/** Between two requests of one kind. */
const intervalMs = 300;

const floods: Readonly<Record<string, Pick<Flood, 'path' | 'pauseMs'> | undefined>> = {
  quiet: undefined,
  'control: a cheap call each second': {
    path: '/rest/v1/content_releases?select=id&limit={n}',
    pauseMs: 1000,
  },
  'six times the content': {
    path: `/rest/v1/content_releases?select=${[0, 1, 2, 3, 4, 5].map((copy) => `a${copy}:content`)}&order=id.desc&limit=1&id=gte.-{n}`,
    pauseMs: 0,
  },
  'three times the content, by ever new names': {
    path: '/rest/v1/content_releases?select=a{n}:content,b{n}:content,c{n}:content&order=id.desc&limit=1',
    pauseMs: 0,
  },
  'three times the content, by ever new filters': {
    path: '/rest/v1/content_releases?select=a:content,b:content,c:content&order=id.desc&limit=1&id=gte.-{n}',
    pauseMs: 0,
  },
};

/**
 * Starts a flood from the networks of one line, in a process of its own.
 * @returns stops it; gives how many responses had which status, the most frequent first
 */
function startFlood(server: BenchServer, flood: (typeof floods)[string]): () => Promise<string> {
  if (!flood) return async () => '';
  const { port, publishableKey } = server;
  const settings: Flood = { ...flood, port, publishableKey, networks };
  const child = fork(join(import.meta.dirname, 'flood.ts'), [JSON.stringify(settings)]);
  return async () => {
    const counted = once(child, 'message');
    child.send('stop');
    const [statuses] = (await counted) as [Record<string, number>];
    const counts = Object.entries(statuses).toSorted(([, a], [, b]) => b - a);
    return counts.map(([status, count]) => `${whole(count)} × ${status}`).join(', ');
  };
}

interface Kind {
  /** The network of the next request. */
  readonly network: () => string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

let strangers = 0;
/** A passenger's phone: each request from another address. */
const anywhere = (): string => `198.51.${Math.floor((strangers += 1) / 200)}.${strangers % 200}`;

/** The requests of people who have nothing to do with the flood. */
function kindsOf(server: BenchServer, driver: Person, other: Person): Readonly<Record<string, Kind>> {
  const key = { apikey: server.publishableKey };
  const heartbeat = {
    device_id: randomUUID(),
    key: `key ${randomUUID()}`,
    now: Date.now(),
    network: '4g',
    screen: 'home',
  };
  const tablet = () => '203.0.113.7';
  const { headers, recordId } = driver;
  const { email, password } = other;
  return {
    live: { network: anywhere, path: '/health/live' },
    "passenger's page": {
      network: anywhere,
      path: '/rest/v1/rpc/verify_driver',
      headers: key,
      body: { code: 'ABCDEFGHJKLM' },
    },
    "tablet's read": { network: tablet, path: `/rest/v1/drivers?select=*&id=eq.${recordId}`, headers },
    heartbeat: { network: tablet, path: '/rest/v1/rpc/send_heartbeat', headers, body: { heartbeat } },
    'sign-in': {
      network: anywhere,
      path: '/auth/v1/token?grant_type=password',
      headers: key,
      body: { email, password },
    },
  };
}

interface Response {
  readonly kind: string;
  readonly milliseconds: number;
  readonly status: number;
}

async function send(port: number, kind: string, { network, path, headers, body }: Kind): Promise<Response> {
  const began = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...headers, 'content-type': 'application/json', 'x-forwarded-for': network() },
  });
  await response.arrayBuffer();
  return { kind, milliseconds: performance.now() - began, status: response.status };
}

/** Sends one request of each kind in each interval, whether those before have been answered or not. */
async function watch(
  server: BenchServer,
  kinds: Readonly<Record<string, Kind>>,
): Promise<readonly Response[]> {
  const responses: Promise<Response>[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    for (const [name, kind] of Object.entries(kinds)) {
      responses.push(send(server.port, name, kind));
      await wait(intervalMs / Object.keys(kinds).length);
    }
  }
  return Promise.all(responses);
}

function row(
  flood: string,
  kinds: readonly string[],
  responses: readonly Response[],
  received: string,
): string {
  const times = kinds.map((kind) => {
    const at = percentiles(responses.filter((each) => each.kind === kind).map((each) => each.milliseconds));
    return `${whole(at(0.5))} / ${whole(at(0.9999))}`;
  });
  const failed = responses
    .filter(({ status }) => status >= 300)
    .map(({ kind, status }) => `${status} ${kind}`);
  const refused = failed.length === 0 ? '0' : `${failed.length} (${[...new Set(failed)].join(', ')})`;
  return `| ${[flood, ...times, refused, received].join(' | ')} |`;
}

/** The time that others wait while a line with 256 networks floods the product. */
export async function measureStrangers(): Promise<string> {
  const environment = { REQUESTS_PER_SECOND: '200', TRUSTED_PROXIES: '127.0.0.1' };
  await using server = await startProduct(8978, environment);
  const [driver, other] = [await createPerson(server, drivers, 0), await createPerson(server, drivers, 1)];
  const kinds = kindsOf(server, driver, other);
  const names = Object.keys(kinds);
  const rows: string[] = [];
  for (const [name, flood] of Object.entries(floods)) {
    const stop = startFlood(server, flood);
    await wait(1000);
    const responses = await watch(server, kinds);
    rows.push(row(name, names, responses, await stop()));
  }
  return `# One line against everybody

\`npm run bench -- strangers\`: the ${networks} networks of one IPv6 /56, without an account, have one request under way each for ${seconds} s
and send the next one at once. Others send one request of each kind every ${intervalMs} ms, from networks of their own. Median and
longest time in ms; clients and server on the same ${cores}, which are shared and noisy.

| flood | ${names.join(' | ')} | others refused | responses to the flood |
| --- |${' ---: |'.repeat(names.length)} --- | --- |
${rows.join('\n')}
`;
}
