import { expect, test } from 'vitest';
import { createHashQueue } from './queue.ts';

const refused = { reason: { code: 'over_request_rate_limit', status: 429 } };

test('A9 jobs run in order with bounded concurrency, and a full queue rejects', async () => {
  const queue = createHashQueue(2, 3);
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const results = await Promise.allSettled(
    Array.from({ length: 7 }, (_, index) =>
      queue('192.0.2.1', async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        order.push(index);
        if (index === 1) throw new Error('one fails');
      }),
    ),
  );
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(results.slice(5)).toMatchObject([refused, refused]);
  await expect(queue('192.0.2.1', async () => 'free again')).resolves.toBe('free again');
});

test('V3: a network that fills the queue loses places to the others', async () => {
  const queue = createHashQueue(1, 6);
  const order: string[] = [];
  const add = (network: string) =>
    queue(network, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push(network);
    });
  const results = await Promise.allSettled([
    ...Array.from({ length: 7 }, () => add('attacker')),
    ...['tablet', 'tablet', 'passenger', 'attacker'].map(add),
  ]);
  expect(order).toEqual(['attacker', 'attacker', 'tablet', 'passenger', 'attacker', 'tablet', 'attacker']);
  const statuses = results.map(({ status }) => status);
  expect(statuses.slice(7, 10)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  expect(results[10]).toMatchObject(refused);
});
