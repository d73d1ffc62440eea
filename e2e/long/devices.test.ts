import { expect, test } from 'vitest';
import { startProduct } from '../../bench/product.ts';
import { simulateDevices } from './devices/simulate.ts';

/** The defaults without configuration: all devices may be behind one address. */
const limit = 200;
const seconds = 600;

test('L1 a hundred devices are served for ten minutes, none fails, and memory stays flat', async () => {
  await using server = await startProduct(8971, { REQUESTS_PER_SECOND: String(limit) });
  const result = await simulateDevices(server, 100, seconds);
  console.log(
    `${result.requests} requests, median ${result.median.toFixed(1)} ms, p95 ${result.p95.toFixed(1)} ms, ` +
      `memory ${result.memoryEarly.toFixed(0)} → ${result.memoryLate.toFixed(0)} MiB`,
  );
  expect(result.failures).toEqual([]);
  expect(result.refusals).toEqual([]);
  expect(result.unheard).toBe(0);
  expect(result.requests).toBeGreaterThan(1000);
  expect(result.p95).toBeLessThan(300);
  expect(result.memoryLate).toBeLessThan(result.memoryEarly + 100);
});
