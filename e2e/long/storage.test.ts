import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPerson } from '../../backend/bench/machine/person.ts';
import { drivers, startProduct } from '../../bench/product.ts';
import { floodListings, floodRenditions, floodUploads, type Statuses } from './floods-of-files.ts';

const port = 8972;
const url = `http://127.0.0.1:${port}`;
const seconds = 10;

/** How long `/health/live` takes while an attack runs, in milliseconds: the 95th percentile. */
async function healthDuring(signal: AbortSignal): Promise<number> {
  const times: number[] = [];
  while (!signal.aborted) {
    const start = performance.now();
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    times.push(performance.now() - start);
    await delay(20);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity;
}

test('V1, V7, V21: attacks on files get no server error, leave /health/live alive and few photos', async () => {
  await using server = await startProduct(port, { REQUESTS_PER_SECOND: '200' });
  const driver = await createPerson(server, drivers, 1);
  const target = { url, publishableKey: server.publishableKey, network: '198.51.100.7' };
  async function run(name: string, attack: (signal: AbortSignal) => Promise<Statuses>): Promise<Statuses> {
    const signal = AbortSignal.timeout(seconds * 1000);
    const [statuses, health] = await Promise.all([attack(signal), healthDuring(signal)]);
    console.log(name, Object.fromEntries(statuses), `/health/live p95 ${health.toFixed(0)} ms`);
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    return statuses;
  }

  await run('listings', (signal) => floodListings(target, signal));
  await run('uploads', (signal) => floodUploads(target, driver, signal));
  const rendered = await run('renditions', (signal) => floodRenditions(target, driver.photoPath, signal));
  expect(rendered.get(429)).toBeGreaterThan(rendered.get(200) ?? 0);
  const list = await fetch(`${url}/storage/v1/object/list/imagenes`, {
    method: 'POST',
    headers: driver.headers,
    body: '{"prefix":"profile-photos"}',
  });
  expect(((await list.json()) as unknown[]).length).toBeLessThanOrEqual(5);
});
