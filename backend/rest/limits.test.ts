import { expect, test } from 'vitest';
import { BusyError } from '../util/semaphore.ts';
import { createTurns } from './limits.ts';

/** Half a second of work in each second, one second at once. */
const limit = { running: 2, waiting: 1, timeoutMs: 60_000, time: { limit: 1000, spanMs: 2000 } };

/** Work that is done when it is told to. */
function job(): {
  readonly work: () => Promise<void>;
  readonly isUnderWay: () => boolean;
  readonly finish: () => void;
} {
  const { promise, resolve } = Promise.withResolvers<void>();
  let started = false;
  return {
    work: () => {
      started = true;
      return promise;
    },
    isUnderWay: () => started,
    finish: resolve,
  };
}

test('a bounded amount of work of one key runs, some waits, the rest is rejected; other keys are served', async () => {
  const run = createTurns(limit, () => 0);
  const [first, second, third] = [job(), job(), job()];
  const done = [run('a', first.work), run('a', second.work), run('a', third.work)];
  await expect(run('a', async () => {})).rejects.toBeInstanceOf(BusyError);
  await run('b', async () => {});
  expect([first, second, third].map((each) => each.isUnderWay())).toEqual([true, true, false]);
  first.finish();
  await done[0];
  await expect.poll(third.isUnderWay).toBe(true);
  second.finish();
  third.finish();
  await Promise.all(done);
  await run('a', async () => {});
});

test('work that waits too long is rejected, and its place in the queue is free again', async () => {
  const run = createTurns({ ...limit, timeoutMs: 1 }, () => 0);
  const [first, second] = [job(), job()];
  const done = [run('a', first.work), run('a', second.work)];
  for (let round = 0; round < 3; round += 1)
    await expect(run('a', async () => {})).rejects.toMatchObject({ retryAfterSeconds: 1 });
  first.finish();
  second.finish();
  await Promise.all(done);
});

test('work that fails gives its place back', async () => {
  const run = createTurns({ ...limit, running: 1, waiting: 0 }, () => 0);
  for (let round = 0; round < 3; round += 1)
    await expect(
      run('a', async () => {
        throw new Error('failed');
      }),
    ).rejects.toThrow('failed');
});

test('the time that work takes counts, and comes back', async () => {
  let now = 0;
  const run = createTurns(limit, () => now);
  const take = (milliseconds: number) =>
    run('a', async () => {
      now += milliseconds;
    });
  for (let round = 0; round < 3; round += 1) await take(1000);
  // Three seconds of work in three: half of it is allowed, and one second at once. Half a second takes one to pay back.
  await expect(take(1)).rejects.toMatchObject({ retryAfterSeconds: 1 });
  await run('b', async () => {});
  now += 1000;
  await take(1);
});
