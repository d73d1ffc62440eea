import { expect, test } from 'vitest';
import { startCluster, type Cluster } from './failover/cluster.ts';
import type { ClusterNode } from './failover/node.ts';
import { startTablet, type Tablet } from './failover/tablet.ts';
import { readKey } from './driver.ts';
import { createInstallation, type Installation } from './installation.ts';

const tabletsOfServer = 3;
/** In milliseconds: the longest time in which no rating is acknowledged. */
const longestGap = 30_000;

/** When ratings were acknowledged, in order. */
function acknowledgements(tablets: readonly Tablet[]): readonly number[] {
  return tablets.flatMap(({ acknowledged }) => [...acknowledged.values()]).toSorted((a, b) => a - b);
}

/** The longest time without an acknowledged rating since `start`. */
function gapSince(start: number, tablets: readonly Tablet[]): { length: number; end: number } {
  let [length, end, last] = [0, start, start];
  for (const time of acknowledgements(tablets).filter((each) => each > start)) {
    if (time - last > length) [length, end] = [time - last, time];
    last = time;
  }
  return { length, end };
}

/**
 * Takes the primary away under load, and waits until the other node serves ratings, live updates and health checks.
 * @returns the former primary
 */
async function failOver(
  cluster: Cluster,
  tablets: readonly Tablet[],
  servers: readonly Installation[],
  how: 'kill' | 'killPatroni' | 'switchOver',
): Promise<ClusterNode> {
  const { primary, standby } = await cluster.settled();
  const before = acknowledgements(tablets).length;
  const isBusy = (): boolean =>
    acknowledgements(tablets).length > before + 30 && tablets.every(({ changedAt }) => changedAt > 0);
  await expect.poll(isBusy, { timeout: 30_000 }).toBe(true);
  const startedAt = performance.now();
  await primary[how]();
  // Responses may be on their way; the lock of a primary that says nothing lasts longer than these seconds.
  const isBack = (): boolean => acknowledgements(tablets).some((time) => time > startedAt + 5_000);
  await expect.poll(isBack, { timeout: 60_000, interval: 100 }).toBe(true);
  const { length, end } = gapSince(startedAt, tablets);
  expect(length).toBeLessThan(longestGap);
  expect(await standby.is('primary')).toBe(true);
  const haveHeard = (): boolean => tablets.every(({ changedAt }) => changedAt > end);
  await expect.poll(haveHeard, { timeout: 20_000, interval: 100 }).toBe(true);
  const heardAfter = Math.max(...tablets.map(({ changedAt }) => changedAt)) - end;
  for (const { address } of servers) expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);
  console.log(
    `${how} of ${primary.name}: no rating acknowledged for ${seconds(length)} s, live updates ${seconds(heardAfter)} s later`,
  );
  return primary;
}

/** Whether an error is the one of a database that is away, or belongs to the load. */
function isExpected({ request, status, retryAfter }: Tablet['failures'][number]): boolean {
  if (request === 'DELETE /functions/v1/my-data' && status === 400) return true;
  // An earlier attempt was stored, and its response lost.
  if (request === 'POST /rest/v1/reviews' && status === 409) return true;
  return status === 503 && Number(retryAfter) > 0;
}

test('the primary of the database is killed, left without Patroni and relieved under load: service is back by itself in under 30 s, and every acknowledged rating is there', async () => {
  await using cluster = await startCluster();
  const environment = { DATABASE_URL: cluster.url };
  await using first = await createInstallation(environment);
  await first.start();
  await using second = await createInstallation(environment, first.dataDir);
  await second.start();
  const servers = [first, second];
  const publishableKey = await readKey(first);
  const acknowledged = new Set<string>();
  {
    await using stack = new AsyncDisposableStack();
    const tablets: Tablet[] = [];
    for (let index = 0; index < servers.length * tabletsOfServer; index += 1) {
      const port = Number(new URL(servers[index % servers.length]!.address).port);
      tablets.push(stack.use(await startTablet({ port, publishableKey }, index)));
    }
    for (const how of ['kill', 'killPatroni', 'switchOver'] as const) {
      const former = await failOver(cluster, tablets, servers, how);
      if (how !== 'switchOver') former.start();
    }
    // Every former primary has returned as the synchronous standby.
    await cluster.settled();
    await stack.disposeAsync();
    for (const tablet of tablets) for (const key of tablet.acknowledged.keys()) acknowledged.add(key);
    const failures = tablets.flatMap((tablet) => tablet.failures);
    const counts = new Map<string, number>();
    for (const { request, status } of failures)
      counts.set(`${request} ${status}`, (counts.get(`${request} ${status}`) ?? 0) + 1);
    console.log(`${acknowledged.size} ratings acknowledged; errors meanwhile:`, Object.fromEntries(counts));
    expect(failures.filter((failure) => !isExpected(failure)).slice(0, 10)).toEqual([]);
  }
  const rows = await cluster.query<{ key: string }>('select idempotency_key as key from public.reviews');
  const kept = rows.map(({ key }) => key);
  expect(kept.toSorted()).toEqual([...acknowledged].toSorted());
  const wrong = await cluster.query(
    `select d.id from public.drivers d left join public.reviews r on r.driver_id = d.id
     group by d.id having d.review_count <> count(r.id) or d.rating_total <> coalesce(sum(r.rating), 0)`,
  );
  expect(wrong).toEqual([]);
});
