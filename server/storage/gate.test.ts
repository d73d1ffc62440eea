import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

test('runs no more at once than it may, in order, and refuses when too many wait', async () => {
  const gate = createGate({ running: 2, waiting: 2 });
  const log: number[] = [];
  const finish = new Map<number, () => void>();
  const task = (id: number) =>
    gate.run(async () => {
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
  const gate = createGate({ running: 1, waiting: 1 });
  const failing = gate.run(async () => Promise.reject(new Error('no')));
  const next = gate.run(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
