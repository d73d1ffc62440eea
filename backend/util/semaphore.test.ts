import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { quotaKey } from './quota-key.ts';
import { BusyError, createSemaphore } from './semaphore.ts';

const unbounded = { running: Infinity, waiting: Infinity };

/** Tasks that log their start and run until `finish` is called with their name. */
function createTasks() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    task: (name: string) => () => {
      started.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(name, resolve);
      return promise;
    },
    async finish(name: string) {
      ends.get(name)?.();
      await nextTurn();
    },
  };
}

test('A9: runs no more tasks at once than allowed, in order, and rejects a task when too many wait', async () => {
  const semaphore = createSemaphore({ running: 2, waiting: 2 });
  const { started, task, finish } = createTasks();
  const all = Promise.all(['1', '2', '3', '4'].map((name) => semaphore.run([], task(name))));
  await expect(semaphore.run([], task('5'))).rejects.toBeInstanceOf(BusyError);
  expect(started).toEqual(['1', '2']);
  await finish('2');
  expect(started).toEqual(['1', '2', '3']);
  for (const name of ['1', '3', '4']) await finish(name);
  await all;
  expect(started).toEqual(['1', '2', '3', '4']);
});

test('a task that fails frees its place', async () => {
  const semaphore = createSemaphore({ running: 1, waiting: 1 });
  const failing = semaphore.run([], async () => Promise.reject(new Error('no')));
  const next = semaphore.run([], async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('V21: one quota key has only its share of the places, and does not keep others waiting', async () => {
  const semaphore = createSemaphore({ running: 4, waiting: 100, perQuotaKey: { running: 2, waiting: 3 } });
  const { started, task, finish } = createTasks();
  const run = (account: string, network: string) =>
    semaphore.run([account, network].map(quotaKey), task(account));
  const flood = ['a', 'b', 'c', 'd', 'e'].map((account) => run(account, 'network'));
  await expect(run('f', 'network')).rejects.toBeInstanceOf(BusyError);
  const honest = run('z', 'another network');
  expect(started).toEqual(['a', 'b', 'z']);
  for (const account of ['a', 'b', 'z', 'c', 'd', 'e']) await finish(account);
  await Promise.all([...flood, honest]);
  expect(started).toEqual(['a', 'b', 'z', 'c', 'd', 'e']);
});

test('V3: quota keys take turns, and the longest queue gives way when too many tasks wait', async () => {
  const semaphore = createSemaphore({ running: 1, waiting: 6 });
  const order: string[] = [];
  const run = (network: string) =>
    semaphore.run([quotaKey(network)], async () => {
      await nextTurn();
      order.push(network);
    });
  const results = await Promise.allSettled([
    ...Array.from({ length: 7 }, () => run('attacker')),
    ...['tablet', 'tablet', 'guest', 'attacker'].map(run),
  ]);
  expect(order).toEqual(['attacker', 'attacker', 'tablet', 'guest', 'attacker', 'tablet', 'attacker']);
  const statuses = results.map(({ status }) => status);
  expect(statuses.slice(7, 10)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  expect(results[10]).toMatchObject({ reason: { retryAfterSeconds: 1 } });
});

test('an aborted task leaves the queue, and a task does not wait beyond its timeout', async () => {
  const semaphore = createSemaphore({ running: 1, waiting: 2, perQuotaKey: unbounded, timeoutMs: 20 });
  const { started, task, finish } = createTasks();
  const first = semaphore.run([], task('first'));
  const abort = new AbortController();
  const aborted = semaphore.run([], task('aborted'), abort.signal);
  abort.abort(new Error('closed'));
  await expect(aborted).rejects.toThrow('closed');
  await expect(semaphore.run([], task('impatient'))).rejects.toBeInstanceOf(BusyError);
  await finish('first');
  await first;
  expect(started).toEqual(['first']);
  await expect(semaphore.run([], async () => 'free')).resolves.toBe('free');
});

test('P1: a quota key with a quarter of the weight has four times the places', async () => {
  const semaphore = createSemaphore({ running: 10, waiting: 100, perQuotaKey: { running: 1, waiting: 1 } });
  const { started, task, finish } = createTasks();
  const run = (visitor: string) =>
    semaphore.run([quotaKey(visitor), { name: 'line', weight: 1 / 4 }], task(visitor));
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const work = names.map(run);
  await expect(run('i')).rejects.toBeInstanceOf(BusyError);
  expect(started).toEqual(['a', 'b', 'c', 'd']);
  for (const name of names) await finish(name);
  await Promise.all(work);
  await semaphore.run([quotaKey('a')], async () => {});
});

test('P1: a party runs its part of the places, whatever its weight, and others begin at once', async () => {
  const semaphore = createSemaphore({ running: 6, waiting: 100, perParty: 4 });
  const { started, task, finish } = createTasks();
  const run = (visitor: string, line: string) =>
    semaphore.run([quotaKey(visitor), { name: line, weight: 1 / 4 }], task(visitor));
  const work = ['a', 'b', 'c', 'd', 'e'].map((visitor) => run(visitor, 'line'));
  const other = run('z', 'another line');
  expect(started).toEqual(['a', 'b', 'c', 'd', 'z']);
  await finish('a');
  expect(started).toEqual(['a', 'b', 'c', 'd', 'z', 'e']);
  for (const name of ['b', 'c', 'd', 'e', 'z']) await finish(name);
  await Promise.all([...work, other]);
});
