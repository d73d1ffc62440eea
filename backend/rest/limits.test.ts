import { expect, test } from 'vitest';
import { BusyError } from '../util/semaphore.ts';
import { networkQuotaKeys, visitorNetwork } from '../http/client-address.ts';
import { quotaKey } from '../util/quota-key.ts';
import { createInTurn, createTurns } from './limits.ts';

/** Half a second of work in each second, one second at once. */
const limit = {
  running: 10,
  waiting: 10,
  perQuotaKey: { running: 2, waiting: 1 },
  timeoutMs: 60_000,
  time: { limit: 1000, spanMs: 2000 },
};
const [a, b] = [[quotaKey('a')], [quotaKey('b')]];

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
  const done = [run(a, first.work), run(a, second.work), run(a, third.work)];
  await expect(run(a, async () => {})).rejects.toBeInstanceOf(BusyError);
  await run(b, async () => {});
  expect([first, second, third].map((each) => each.isUnderWay())).toEqual([true, true, false]);
  first.finish();
  await done[0];
  await expect.poll(third.isUnderWay).toBe(true);
  second.finish();
  third.finish();
  await Promise.all(done);
  await run(a, async () => {});
});

test('work that waits too long is rejected, and its place in the queue is free again', async () => {
  const run = createTurns({ ...limit, timeoutMs: 1 }, () => 0);
  const [first, second] = [job(), job()];
  const done = [run(a, first.work), run(a, second.work)];
  for (let round = 0; round < 3; round += 1)
    await expect(run(a, async () => {})).rejects.toMatchObject({ retryAfterSeconds: 1 });
  first.finish();
  second.finish();
  await Promise.all(done);
});

test('work that fails gives its place back', async () => {
  const run = createTurns({ ...limit, perQuotaKey: { running: 1, waiting: 0 } }, () => 0);
  for (let round = 0; round < 3; round += 1)
    await expect(
      run(a, async () => {
        throw new Error('failed');
      }),
    ).rejects.toThrow('failed');
});

test('the time that work takes counts, and comes back', async () => {
  let now = 0;
  const run = createTurns(limit, () => now);
  const take = (milliseconds: number) =>
    run(a, async (charge) => {
      now += milliseconds;
      charge(milliseconds);
    });
  for (let round = 0; round < 3; round += 1) await take(1000);
  // Three seconds of work in three: half of it is allowed, and one second at once. Half a second takes one to pay back.
  await expect(take(1)).rejects.toMatchObject({ retryAfterSeconds: 1 });
  await run(b, async () => {});
  now += 1000;
  await take(1);
});

test('P8: only the time that work charges counts', async () => {
  let now = 0;
  const run = createTurns(limit, () => now);
  for (let round = 0; round < 10; round += 1)
    await run(a, async (charge) => {
      // Nine of ten seconds it waits for a connection.
      now += 10_000;
      charge(1000);
    });
  await run(a, async () => {});
});

test.each([
  ['256 networks of one line', (index: number) => `2001:db8:1:${index.toString(16)}::1`],
  ['a hundred servers in one rack', (index: number) => `198.51.100.${index % 100}`],
  ['networks of all parts of one line', (index: number) => `2001:db8:1:${(index * 251).toString(16)}::1`],
])('P1: %s leave connections to the others, strangers elsewhere included', async (_, addressOf) => {
  const inTurn = createInTurn({ requestsPerSecond: 200 }, 16);
  const anon = { role: 'anon', claims: { role: 'anon' }, claimsText: '{}' };
  const flood = Array.from({ length: 256 }, job);
  const settled = Promise.allSettled(flood.map(({ work }, index) => inTurn(anon, addressOf(index), work)));
  await Promise.resolve();
  const running = flood.filter(({ isUnderWay }) => isUnderWay());
  expect(running).toHaveLength(3);
  const diego = { role: 'authenticated', claims: { sub: 'diego', role: 'authenticated' }, claimsText: '{}' };
  await inTurn(diego, '203.0.113.7', async () => {});
  await inTurn(anon, '203.0.113.7', async () => {});
  flood.forEach(({ finish }) => finish());
  await settled;
});

test('P8: statements that run at once share the cores, and each is charged its part', async () => {
  const inTurn = createInTurn({ requestsPerSecond: 200 }, 16, 2);
  const anon = { role: 'anon', claims: { role: 'anon' }, claimsText: '{}' };
  const diego = { role: 'authenticated', claims: { sub: 'diego', role: 'authenticated' }, claimsText: '{}' };
  const others = Array.from({ length: 6 }, job);
  const lasting = others.map(({ work }, index) => inTurn(anon, `198.51.${index}.1`, work));
  const spend = () => inTurn(diego, '203.0.113.7', async (charge) => charge(6000));
  // Two of seven parts of six seconds, twice: less than the five seconds that he has at once.
  await spend();
  await spend();
  await spend();
  others.forEach(({ finish }) => finish());
  await Promise.all(lasting);
});

test('P1: the time of one line counts together, with four times the limit of a network', async () => {
  const run = createTurns(limit, () => 0);
  const spend = (address: string) =>
    run(networkQuotaKeys(visitorNetwork(address)), async (charge) => charge(1000));
  for (const network of [1, 2, 3, 4, 5]) await spend(`2001:db8:1:${network}::1`);
  await expect(spend('2001:db8:1:6::1')).rejects.toBeInstanceOf(BusyError);
  await spend('2001:db8:2:6::1');
});
