import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ended,
  freePort,
  root,
  runProgram,
  untilSaid,
  type Program,
} from '../../backend/testing/processes.ts';
import { startManagedPostgres, type ManagedPostgres } from '../../backend/testing/servers.ts';
import { withoutRateLimits } from './installation.ts';
import { startFleet, type Peak } from './replicas/fleet.ts';
import { startProxy, type Proxy } from './replicas/haproxy.ts';
import { makeNextVersion } from './replicas/versions.ts';

const devices = 100;
/** Each device gets a rating every ten seconds. In milliseconds. */
const every = 10_000;

let folder = '';
/** A version is a folder with its server, and its project. */
const versions = { old: { server: root, supabase: '' }, next: { server: '', supabase: '' } };
let postgres: ManagedPostgres;
let proxy: Proxy;
let environment: Record<string, string> = {};
const ports: number[] = [];
const running: Program[] = [];

/** Starts a server of a version at the place of one of the three. */
async function start(index: number, version: keyof typeof versions): Promise<void> {
  const { server, supabase } = versions[version];
  const settings = { ...environment, SUPABASE_DIR: supabase, PORT: String(ports[index]) };
  const program = runProgram(process.execPath, [join(server, 'server/main.ts')], settings);
  running[index] = program;
  await untilSaid(program, 'is ready');
  await expect.poll(() => proxy.isUp(`app${index + 1}`)).toBe(true);
}

/** Replaces a server by one of the next version. Gives the exit code of the former, null when it was killed. */
async function replace(index: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  const program = running[index]!;
  program.process.kill(signal);
  const code = await ended(program);
  await start(index, 'next');
  return code;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-rolling-'));
  postgres = await startManagedPostgres();
  for (let index = 0; index < 3; index += 1) ports.push(await freePort());
  environment = {
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'data'),
    RATE_LIMIT_STORE: 'database',
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_SECONDS: '10',
    REVIEWS_PER_HOUR: '0',
    LOG_LEVEL: 'warn',
  };
  versions.old.supabase = await withoutRateLimits(folder);
  versions.next = { server: join(folder, 'next'), supabase: join(folder, 'next/supabase') };
  await makeNextVersion(versions.next.server, versions.old.supabase);
  proxy = await startProxy(ports);
}, 60_000);

afterAll(async () => {
  for (const { process } of running) process.kill('SIGKILL');
  await Promise.all(running.map(ended));
  await proxy?.[Symbol.asyncDispose]();
  await postgres?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** Opens the app: gives the files that its page names, and those that could not be loaded. */
async function openApp(): Promise<{
  readonly files: readonly string[];
  readonly missing: readonly string[];
}> {
  const page = await (await fetch(`http://127.0.0.1:${proxy.port}/login`)).text();
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  return { files, missing: await missingOf(files) };
}

async function missingOf(files: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const file of files) {
    const response = await fetch(`http://127.0.0.1:${proxy.port}${file}`);
    await response.arrayBuffer();
    if (response.status !== 200) missing.push(`${response.status} ${file}`);
  }
  return missing;
}

/** Opens the app again and again until `until`. */
async function openAgain(until: AbortSignal): Promise<string[]> {
  const missing: string[] = [];
  while (!until.aborted) {
    missing.push(...(await openApp()).missing);
    await delay(200);
  }
  return missing;
}

/** Every acknowledged rating is there once, as the newest version writes it, and the sums agree. */
async function checkReviews(acknowledged: readonly string[]): Promise<void> {
  const rows = await postgres.administrate<{ key: string }>(
    'select idempotency_key as key from public.reviews',
  );
  expect(rows.map(({ key }) => key).toSorted()).toEqual(acknowledged.toSorted());
  const shifts = await postgres.administrate('select distinct shift from public.reviews');
  expect(shifts).toEqual([{ shift: 'day' }]);
  const sums = await postgres.administrate(
    'select id from public.drivers where review_count <> ' +
      '(select count(*) from public.reviews where driver_id = drivers.id)',
  );
  expect(sums).toEqual([]);
}

/** If all devices of a server came back at once, the busiest second would hold their websockets and the reads that follow. */
function checkPeak({ requests, websockets, reconnected }: Peak, calm: Peak, share: number): void {
  expect(reconnected).toBeGreaterThan(20);
  expect(websockets / reconnected).toBeLessThan(share);
  expect(requests).toBeLessThan(3 * calm.requests);
}

test('three servers are replaced one after the other under a hundred devices, and nobody notices; one is killed, and no rating is lost', async () => {
  for (const index of ports.keys()) await start(index, 'old');
  const secrets = await readFile(join(folder, 'data', 'secrets.json'), 'utf8');
  const { publishableKey } = JSON.parse(secrets) as { publishableKey: string };
  const before = await openApp();
  expect(before.files.length).toBeGreaterThan(2);
  const fleet = await startFleet({ port: proxy.port, publishableKey }, devices, every);
  const untilListening = () => expect.poll(fleet.isListening, { timeout: 60_000 }).toBe(true);
  await untilListening();
  const calm = await fleet.during(() => delay(2 * every));
  const visiting = new AbortController();
  const visits = openAgain(visiting.signal);
  const swap = (index: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<Peak> =>
    fleet.during(async () => {
      expect(await replace(index, signal)).toBe(signal === 'SIGTERM' ? 0 : null);
      await untilListening();
    });
  const drained: Peak[] = [];
  for (const index of ports.keys()) drained.push(await swap(index, 'SIGTERM'));
  visiting.abort();
  expect(await visits).toEqual([]);
  expect(fleet.failures).toEqual([]);
  expect(await proxy.countFailures()).toBe(0);
  const killed = await swap(0, 'SIGKILL');
  const acknowledged = await fleet.stop();
  console.log('busiest second:', { calm, drained, killed }, `${acknowledged.length} ratings`);

  // A page that was opened before loads its parts from servers that all are of the next version.
  expect((await openApp()).files).not.toEqual(before.files);
  expect(await missingOf(before.files)).toEqual([]);
  const outputs = running.map((program) => program.output());
  expect(outputs.filter((text) => text.includes('"level":"error"'))).toEqual([]);
  // The proxy sends a read that was cut off to another server. It must not do so with a write, which a device repeats.
  expect(fleet.failures.filter(({ request }) => request !== 'POST /rest/v1/reviews')).toEqual([]);
  await checkReviews(acknowledged);
  for (const peak of drained) checkPeak(peak, calm, 0.6);
  checkPeak(killed, calm, 0.9);
});
