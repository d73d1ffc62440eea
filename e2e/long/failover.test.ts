import { expect, test } from 'vitest';
import type { Page } from '@playwright/test';
import { storedReviews, rate } from '../browser/queueSteps.ts';
import { launchChromium, openApp } from './failover/browser.ts';
import { startCluster, type Cluster } from './failover/cluster.ts';
import type { ClusterNode } from './failover/node.ts';
import { registerDriver, ListedDevice } from './failover/device.ts';
import { readKey } from './driver.ts';
import { createInstallation, type Installation } from './installation.ts';

const devicesOfServer = 3;
/** In milliseconds: the longest time in which no rating is acknowledged. */
const longestGap = 30_000;

/** When ratings were acknowledged, in order. */
function acknowledgements(devices: readonly ListedDevice[]): readonly number[] {
  return devices.flatMap(({ acknowledged }) => [...acknowledged.values()]).toSorted((a, b) => a - b);
}

/** The longest time without an acknowledged rating since `start`. */
function gapSince(start: number, devices: readonly ListedDevice[]): { length: number; end: number } {
  let [length, end, last] = [0, start, start];
  for (const time of acknowledgements(devices).filter((each) => each > start)) {
    if (time - last > length) [length, end] = [time - last, time];
    last = time;
  }
  return { length, end };
}

/**
 * Takes the primary away under load, and waits until the other node serves ratings, live updates and health checks.
 * @param meanwhile runs while there is no primary
 * @returns the former primary
 */
async function failOver(
  cluster: Cluster,
  devices: readonly ListedDevice[],
  servers: readonly Installation[],
  how: 'kill' | 'killPatroni' | 'switchOver',
  meanwhile: () => Promise<unknown>,
): Promise<ClusterNode> {
  const { primary, standby } = await cluster.settled();
  const before = acknowledgements(devices).length;
  const isBusy = (): boolean =>
    acknowledgements(devices).length > before + 30 && devices.every(({ changedAt }) => changedAt > 0);
  await expect.poll(isBusy, { timeout: 30_000 }).toBe(true);
  const startedAt = performance.now();
  await primary[how]();
  const work = meanwhile();
  // Responses may be in flight; the lock of a primary that says nothing lasts longer than these seconds.
  const isBack = (): boolean => acknowledgements(devices).some((time) => time > startedAt + 5_000);
  await expect.poll(isBack, { timeout: 60_000, interval: 100 }).toBe(true);
  await work;
  const { length, end } = gapSince(startedAt, devices);
  expect(length).toBeLessThan(longestGap);
  expect(await standby.is('primary')).toBe(true);
  const haveHeard = (): boolean => devices.every(({ changedAt }) => changedAt > end);
  await expect.poll(haveHeard, { timeout: 20_000, interval: 100 }).toBe(true);
  const heardAfter = Math.max(...devices.map(({ changedAt }) => changedAt)) - end;
  for (const { address } of servers) expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);
  console.log(
    `${how} of ${primary.name}: no rating acknowledged for ${seconds(length)} s, live updates ${seconds(heardAfter)} s later`,
  );
  return primary;
}

/** A passenger rates in the app while there is no database: it says thanks as always, and keeps the rating. */
async function rateMeanwhile(page: Page): Promise<string> {
  await rate(page, 5);
  const [kept] = await storedReviews(page);
  if (!kept) throw new Error('The app kept no rating: the database was there.');
  await expect.poll(() => storedReviews(page), { timeout: 90_000, interval: 500 }).toEqual([]);
  return kept.key;
}

/** Whether an error is the one of a database that is away, or belongs to the load. */
function isExpected({ request, status, retryAfter }: ListedDevice['failures'][number]): boolean {
  if (request === 'DELETE /functions/v1/my-data' && status === 400) return true;
  // An earlier attempt was stored, and its response lost.
  if (request === 'POST /rest/v1/reviews' && status === 409) return true;
  return status === 503 && Number(retryAfter) > 0;
}

/** Counts errors by request and status. */
function countErrors(devices: readonly ListedDevice[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { request, status } of devices.flatMap(({ failures }) => failures))
    counts[`${request} ${status}`] = (counts[`${request} ${status}`] ?? 0) + 1;
  return counts;
}

/** Drives devices through three failovers. @returns the keys of all ratings that were acknowledged */
async function driveThroughFailovers(cluster: Cluster, servers: readonly Installation[]) {
  await using stack = new AsyncDisposableStack();
  const publishableKey = await readKey(servers[0]!);
  const addresses = servers.map(({ address }) => ({ port: Number(new URL(address).port), publishableKey }));
  const devices: ListedDevice[] = [];
  for (let index = 0; index < addresses.length * devicesOfServer; index += 1) {
    const address = addresses[index % addresses.length]!;
    devices.push(stack.use(new ListedDevice(address, await registerDriver(address, index))));
  }
  const driver = await registerDriver(addresses[0]!, devices.length);
  const app = await openApp(await launchChromium(stack), servers[0]!.address, driver);
  const keys = new Set<string>();
  for (const how of ['kill', 'killPatroni', 'switchOver'] as const) {
    const rates = how === 'kill';
    const meanwhile = async (): Promise<unknown> => rates && keys.add(await rateMeanwhile(app));
    const former = await failOver(cluster, devices, servers, how, meanwhile);
    if (how !== 'switchOver') former.start();
  }
  // Every former primary has returned as the synchronous standby.
  await cluster.settled();
  await stack.disposeAsync();
  for (const device of devices) for (const key of device.acknowledged.keys()) keys.add(key);
  console.log(`${keys.size} ratings acknowledged; errors meanwhile:`, countErrors(devices));
  const failures = devices.flatMap((device) => device.failures);
  expect(failures.filter((failure) => !isExpected(failure)).slice(0, 10)).toEqual([]);
  return keys;
}

test('the primary of the database is killed, left without Patroni and relieved under load: service is back by itself in under 30 s, and every acknowledged rating is there', async () => {
  await using cluster = await startCluster();
  const environment = { DATABASE_URL: cluster.url };
  await using first = await createInstallation(environment);
  await first.start();
  await using second = await createInstallation(environment, first.dataDir);
  await second.start();
  const acknowledged = await driveThroughFailovers(cluster, [first, second]);
  const rows = await cluster.query<{ key: string }>('select idempotency_key as key from public.reviews');
  expect(rows.map(({ key }) => key).toSorted()).toEqual([...acknowledged].toSorted());
  const wrong = await cluster.query(
    `select d.id from public.drivers d left join public.reviews r on r.driver_id = d.id
     group by d.id having d.review_count <> count(r.id) or d.rating_total <> coalesce(sum(r.rating), 0)`,
  );
  expect(wrong).toEqual([]);
});
