import { once } from 'node:events';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket } from 'ws';
import { startClub } from '../club.ts';
import { cores, percentiles, whole } from '../machine/load.ts';
import { answers, startProcess } from '../machine/process.ts';
import type { BenchServer } from '../machine/server.ts';
import { processorTimeOf, timesOf, treeOf } from '../machine/tree.ts';

const listenerCount = 500;
/** Each series makes so many. */
const changes = 20;
/** The series take turns, so that a busy moment of the machine meets each. */
const rounds = 3;
const [clubPort, leastPort] = [8951, 8952];
/** Clients that connect, or register, at a time: as many as a server takes in. */
const atOnce = 10;

/** As the official client; the server closes a websocket that is silent for longer. */
const heartbeatMs = 25_000;

/** A websocket that waits for changes. */
interface Listener {
  readonly socket: WebSocket;
  /** Resolves with the next change. */
  heard(): Promise<string>;
  /** Bytes received so far, with the frames around them. */
  bytes(): number;
}

async function someAtOnce<Result>(work: (index: number) => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < listenerCount; first += atOnce)
    results.push(...(await Promise.all(Array.from({ length: atOnce }, (_, offset) => work(first + offset)))));
  return results;
}

/** @param isChange tells a change from what else the server says */
async function connect(url: string, isChange: (text: string) => boolean): Promise<Listener> {
  const socket = new WebSocket(url);
  let received = 0;
  socket.once('upgrade', (response) =>
    response.socket.on('data', ({ length }: Buffer) => (received += length)),
  );
  await once(socket, 'open');
  const heard = (): Promise<string> =>
    new Promise((resolve) => {
      const read = (data: Buffer): void => {
        const text = data.toString();
        if (!isChange(text)) return;
        socket.off('message', read);
        resolve(text);
      };
      socket.on('message', read);
    });
  return { socket, heard, bytes: () => received };
}

/** Joins a channel as the official client does, and waits until its changes are listened to. */
async function listenToWalks({ port, publishableKey }: BenchServer, token: string): Promise<Listener> {
  const url = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`;
  const listener = await connect(url, (text) => text.includes('"postgres_changes",{"ids"'));
  const config = {
    broadcast: { ack: false, self: false },
    presence: { key: '', enabled: false },
    postgres_changes: [{ event: '*', schema: 'public', table: 'walks' }],
    private: false,
  };
  const ready = new Promise<void>((resolve) => {
    listener.socket.on('message', (data: Buffer) => {
      if (data.toString().includes('"system",{"extension":"postgres_changes","status":"ok"')) resolve();
    });
  });
  listener.socket.send(
    JSON.stringify(['1', '1', 'realtime:walks', 'phx_join', { config, access_token: token }]),
  );
  await ready;
  const beat = JSON.stringify(['1', '2', 'phoenix', 'heartbeat', {}]);
  const beats = setInterval(() => listener.socket.send(beat), heartbeatMs);
  listener.socket.once('close', () => clearInterval(beats));
  return listener;
}

async function register({ port, publishableKey }: BenchServer, index: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `listener${index}@example.com`, password: 'a long and quiet sentence' }),
  });
  return ((await response.json()) as { readonly access_token: string }).access_token;
}

/** Listeners, what makes them hear of a change, and the processes that it costs. */
interface Series {
  readonly label: string;
  readonly listeners: readonly Listener[];
  readonly change: () => Promise<unknown>;
  readonly pid: number;
}

/** Processor time of one change to all listeners, in milliseconds; the time until the last one heard; bytes for each. */
interface Cost {
  readonly server: number;
  readonly database: number;
  readonly last: number;
  readonly bytes: number;
}

async function measure({ listeners, change, pid }: Series): Promise<Cost> {
  const sum = () => listeners.reduce((total, listener) => total + listener.bytes(), 0);
  const times = async () => {
    const { user, system } = await timesOf(pid);
    const server = (user + system) / 1000;
    return { server, all: await processorTimeOf(await treeOf(pid)) };
  };
  const lasts: number[] = [];
  const [before, bytes] = [await times(), sum()];
  for (let count = 0; count < changes; count += 1) {
    const heard = Promise.all(listeners.map((listener) => listener.heard()));
    const started = performance.now();
    await change();
    await heard;
    lasts.push(performance.now() - started);
  }
  const after = await times();
  const server = after.server - before.server;
  return {
    server: server / changes,
    database: (after.all - before.all - server) / changes,
    last: percentiles(lasts)(0.5),
    bytes: (sum() - bytes) / changes / listeners.length,
  };
}

const medianOf = (costs: readonly Cost[]): Cost =>
  costs.toSorted((one, other) => one.server - other.server)[Math.floor(costs.length / 2)]!;

function render(results: ReadonlyMap<string, readonly Cost[]>): string {
  const lines = [...results].map(([label, costs]) => {
    const { server, database, last, bytes } = medianOf(costs);
    return `| ${[label, server.toFixed(1), database.toFixed(1), last.toFixed(0), whole(bytes)].join(' | ')} |`;
  });
  return `# One change, ${listenerCount} listeners

\`npm run bench -- websockets\`: a row of the club's walks changes ${changes} times, each time when the last of ${listenerCount} websockets has heard
of the change before; the series in turns, ${rounds} times each. Clients and servers on the same ${cores}, whose load was
${loadavg()[1]?.toFixed(1)} with the run. Each line is the run with the median processor time: ms of it for one change, of the server's process and of
PostgreSQL; ms until the last listener has heard; bytes that each of them received.

| | server | PostgreSQL | until the last | bytes |
| --- | ---: | ---: | ---: | ---: |
${lines.join('\n')}

The least (\`least.ts\`) sends a text of the same length to every websocket, and asks no policy.
`;
}

/** The cost of telling many listeners of one change: without an account, with one each, and beside the least. */
export async function measureWebsockets(): Promise<string> {
  await using server = await startClub(clubPort);
  await using least = await startProcess(
    [join(import.meta.dirname, 'least.ts'), String(leastPort)],
    { cwd: tmpdir() },
    () => answers(leastPort),
  );
  const owner = new pg.Client({ host: server.socketFolder, user: 'postgres', database: 'postgres' });
  await owner.connect();
  const change = () =>
    owner.query(
      `update public.walks set description = gen_random_uuid()::text where name = 'Along the river'`,
    );
  const pid = server.process.pid;
  const strangers = await someAtOnce(() => listenToWalks(server, server.publishableKey));
  const [heard] = await Promise.all([strangers[0]!.heard(), change()]);
  const results = new Map<string, Cost[]>();
  const run = async (series: Series): Promise<void> => {
    results.set(series.label, [...(results.get(series.label) ?? []), await measure(series)]);
  };
  const ofLeast = await someAtOnce(() => connect(`ws://127.0.0.1:${leastPort}`, () => true));
  const send = () => fetch(`http://127.0.0.1:${leastPort}`, { method: 'POST', body: heard });
  const beside: Series = { label: 'the least', listeners: ofLeast, change: send, pid: least.pid };
  const withoutAccount: Series = { label: 'without an account', listeners: strangers, change, pid };
  for (let round = 0; round < rounds; round += 1) {
    await run(beside);
    await run(withoutAccount);
  }
  for (const { socket } of strangers) socket.terminate();
  const tokens = await someAtOnce((index) => register(server, index));
  const members = await someAtOnce((index) => listenToWalks(server, tokens[index]!));
  for (let round = 0; round < rounds; round += 1)
    await run({ label: 'an account each', listeners: members, change, pid });
  for (const { socket } of [...members, ...ofLeast]) socket.terminate();
  await owner.end();
  // The server closes what is left of its websockets before it is told to stop.
  await wait(100);
  return render(results);
}
