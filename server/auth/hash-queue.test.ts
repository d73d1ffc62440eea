import { expect, test } from 'vitest';
import { createHashQueue } from './hash-queue.ts';

test('A9 never more at once than allowed, in turn, and whoever would wait too long is turned away', async () => {
  const queue = createHashQueue(2, 3);
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const results = await Promise.allSettled(
    Array.from({ length: 7 }, (_, index) =>
      queue(async () => {
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
  expect(results.slice(5)).toMatchObject([
    { reason: { code: 'over_request_rate_limit', status: 429 } },
    { reason: { code: 'over_request_rate_limit', status: 429 } },
  ]);
  await expect(queue(async () => 'free again')).resolves.toBe('free again');
});
