import { expect, test } from 'vitest';
import { createGate } from './semaphore.ts';

const whole = { running: Infinity, waiting: Infinity };

test('runs no more at once than it may, in order, and refuses when too many wait', async () => {
  const gate = createGate({ running: 2, waiting: 2 }, whole);
  const log: number[] = [];
  const finish = new Map<number, () => void>();
  const task = (id: number) =>
    gate.run([], async () => {
      log.push(id);
      await new Promise<void>((resolve) => finish.set(id, resolve));
    });
  const first = [1, 2, 3, 4].map(task);
  await expect(task(5)).rejects.toMatchObject({ code: 'SlowDown' });
  expect(log).toEqual([1, 2]);
  finish.get(2)?.();
  await first[1];
  expect(log).toEqual([1, 2, 3]);
  finish.get(1)?.();
  await first[0];
  finish.get(3)?.();
  finish.get(4)?.();
  await Promise.all(first);
  expect(log).toEqual([1, 2, 3, 4]);
});

test('a task that fails gives its place to the next', async () => {
  const gate = createGate({ running: 1, waiting: 1 }, whole);
  const failing = gate.run([], async () => Promise.reject(new Error('no')));
  const next = gate.run([], async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('V21: one payer has only its share of the places, and does not keep others waiting', async () => {
  const gate = createGate({ running: 4, waiting: 100 }, { running: 2, waiting: 3 });
  const started: string[] = [];
  const pending: (() => void)[] = [];
  const task = (...payers: string[]) =>
    gate.run(payers, async () => {
      started.push(payers.join(' '));
      await new Promise<void>((resolve) => pending.push(resolve));
    });
  const flood = ['a', 'b', 'c', 'd', 'e'].map((account) => task(account, 'network'));
  await expect(task('f', 'network')).rejects.toMatchObject({ code: 'SlowDown' });
  await expect(task('a', 'network')).rejects.toMatchObject({ code: 'SlowDown' });
  const honest = task('z', 'another network');
  expect(started).toEqual(['a network', 'b network', 'z another network']);
  while (pending.length > 0) {
    pending.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all([...flood, honest]);
  expect(started).toHaveLength(6);
});

test('V21: payers that wait take turns', async () => {
  const gate = createGate({ running: 1, waiting: 100 }, { running: 1, waiting: 10 });
  const order: string[] = [];
  const task = (payer: string) => gate.run([payer], async () => void order.push(payer));
  await Promise.all([...Array<string>(5).fill('flood'), 'honest'].map(task));
  expect(order).toEqual(['flood', 'honest', 'flood', 'flood', 'flood', 'flood']);
});
