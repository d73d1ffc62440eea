import { afterEach, expect, inject, test, vi } from 'vitest';
import { openDatabase } from './database.ts';
import { DatabaseClosedError } from './failures.ts';

afterEach(() => vi.useRealTimers());

function open(stack: AsyncDisposableStack) {
  const access = { host: inject('socketFolder'), user: 'postgres', database: 'postgres' };
  const errors: Error[] = [];
  const onError = (error: Error): unknown => errors.push(error);
  return { db: stack.use(openDatabase({ owner: access, caller: access, onError })), errors };
}

test('V2: replaces a busy connection after a while, which frees the memory of its process', async () => {
  await using stack = new AsyncDisposableStack();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { db } = open(stack);
  const pid = async (): Promise<unknown> => (await db.query('select pg_backend_pid() as pid'))[0];
  const first = await pid();
  // Used all the time, it is never idle for long enough to be closed for that.
  for (let minute = 0; minute < 14; minute += 1) {
    for (let second = 0; second < 60; second += 5) {
      vi.advanceTimersByTime(5000);
      expect(await pid()).toEqual(first);
    }
  }
  for (let second = 0; second <= 60; second += 5) {
    vi.advanceTimersByTime(5000);
    await pid();
  }
  expect(await pid()).not.toEqual(first);
});

test('closing the database reports no gap in notifications', async () => {
  const stack = new AsyncDisposableStack();
  const { db, errors } = open(stack);
  let gaps = 0;
  await db.listen(
    'some_channel',
    () => {},
    () => (gaps += 1),
  );
  await stack.disposeAsync();
  expect([gaps, errors]).toEqual([0, []]);
});

test('a listener that is still connecting when the database closes leaves no connection behind', async () => {
  await using observers = new AsyncDisposableStack();
  const stack = new AsyncDisposableStack();
  const { db } = open(stack);
  const nothing = (): void => {};
  const listening = db.listen('late_channel', nothing, nothing);
  await stack.disposeAsync();
  await listening.catch(nothing);
  const { db: observer } = open(observers);
  const left = `select from pg_stat_activity where query = 'listen "late_channel"'`;
  await expect.poll(async () => (await observer.query(left)).length).toBe(0);
});

test('work that closing cuts off says that the database was closed, not that it is away', async () => {
  const stack = new AsyncDisposableStack();
  const { db } = open(stack);
  const listening = db.listen(
    'cut_channel',
    () => {},
    () => {},
  );
  const work = [listening, db.query('select 1'), db.direct.query('select 1'), db.transaction(async () => 1)];
  const settled = Promise.allSettled(work);
  await stack.disposeAsync();
  for (const outcome of await settled)
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(DatabaseClosedError);
  await expect(db.query('select 1')).rejects.toThrow(DatabaseClosedError);
});
