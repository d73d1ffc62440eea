import { describe, expect, it } from 'vitest';
import { DataError, toDataError } from '../data/errors.ts';
import { RateLimitError } from '../data/rateLimits.ts';
import { Attempts, deliveryOrder, outcomeOf, type Outcome } from './decisions.ts';
import type { StoredEntry, StoredReview, StoredTap } from './entries.ts';

const limited = (retryAfter: string | null) =>
  outcomeOf(new RateLimitError(new DataError('over_review_rate_limit', '', 429), retryAfter));

describe('what comes of an attempt', () => {
  it('written', () => {
    expect(outcomeOf(null)).toEqual({ kind: 'delivered' });
  });

  it.each([
    ['no network', new DataError('network', 'Failed to fetch', 0, true)],
    ['no answer in time', new DataError('request_timeout', '', 0, true)],
    ['the page of a public Wi-Fi', new DataError('unreadable', '', 200, true)],
    ['no session', new DataError('42501', '', 401)],
  ])('%s: later, and the others too', (_, failure) => {
    expect(outcomeOf(failure)).toEqual({ kind: 'later', stop: true, wait: 0 });
  });

  it.each([500, 502, 503, 504, 525])('%d: later, but the others may pass', (status) => {
    expect(outcomeOf(new DataError('unknown', '', status))).toEqual({ kind: 'later', stop: false, wait: 0 });
  });

  it('ended by the database in favour of another call: later, but the others may pass', () => {
    const failure = toDataError({ code: '40P01', message: 'deadlock detected' }, 409);
    expect(outcomeOf(failure)).toEqual({ kind: 'later', stop: false, wait: 0 });
  });

  it('too many: as long as the backend says, at least a second, at most an hour', () => {
    expect(limited('90')).toEqual({ kind: 'later', stop: true, wait: 90_000 });
    expect(limited('0')).toMatchObject({ wait: 1_000 });
    expect(limited('999999')).toMatchObject({ wait: 3_600_000 });
    expect(limited(null)).toMatchObject({ wait: 60_000 });
    expect(limited('Wed, 21 Oct 2026 07:28:00 GMT')).toMatchObject({ wait: 60_000 });
  });

  it.each([
    [403, '42501'],
    [409, '23503'],
    [400, '23514'],
  ])('%d %s: never, kept aside', (status, code) => {
    expect(outcomeOf(new DataError(code, '', status))).toEqual({ kind: 'refused', code });
  });
});

describe('the order', () => {
  const rating = (key: string, givenAt: number, refused?: string): StoredReview => ({
    key,
    driverId: 'd',
    stars: 5,
    givenAt,
    ...(refused !== undefined && { refused }),
  });
  const keys = (ratings: readonly StoredEntry[]) => ratings.map(({ key }) => key).join('');

  it('is that of the ratings, with what keeps failing at the end', () => {
    const stored = [rating('c', 3), rating('a', 1), rating('b', 2)];
    expect(keys(deliveryOrder(stored, new Map(), false))).toBe('abc');
    expect(keys(deliveryOrder(stored, new Map([['a', 2]]), false))).toBe('bca');
  });

  it('leaves out what was refused, unless it is to be tried again', () => {
    const stored = [rating('a', 1, '42501'), rating('b', 2)];
    expect(keys(deliveryOrder(stored, new Map(), false))).toBe('b');
    expect(keys(deliveryOrder(stored, new Map(), true))).toBe('ab');
  });
});

describe('the taps of a trip', () => {
  const tap = (key: string, givenAt: number, tripId: string): StoredTap => ({
    key,
    driverId: 'd',
    givenAt,
    tap: { tripId, assignment: 1, kind: 'waiting', details: {} },
  });
  const failing: Outcome = { kind: 'later', stop: false, wait: 0 };
  const rating: StoredReview = { key: 'r', driverId: 'd', stars: 5, givenAt: 9 };

  /** The keys attempted in one pass, in which those of `broken` fail. */
  async function pass(attempts: Attempts, stored: readonly StoredEntry[], broken: string): Promise<string> {
    const tried: string[] = [];
    await attempts.run(stored, false, ({ key }) => {
      tried.push(key);
      return Promise.resolve(broken.includes(key) ? failing : outcomeOf(null));
    });
    return tried.join('');
  }

  it('wait for an earlier one that fails, and hold back neither another trip nor a rating', async () => {
    const attempts = new Attempts();
    const stored = [tap('b', 2, 'one'), tap('a', 1, 'one'), tap('x', 3, 'two'), rating];
    expect(await pass(attempts, stored, 'a')).toBe('axr');
    expect(await pass(attempts, stored.slice(0, 2), '')).toBe('ab');
  });

  it('pass one that keeps failing', async () => {
    const attempts = new Attempts();
    const stored = [tap('a', 1, 'one'), tap('b', 2, 'one')];
    for (const tried of ['a', 'a', 'a', 'ab']) expect(await pass(attempts, stored, 'a')).toBe(tried);
  });

  it('keep their order after hours without a signal', async () => {
    const attempts = new Attempts();
    const stored = [tap('a', 1, 'one'), tap('b', 2, 'one')];
    const offline: Outcome = { kind: 'later', stop: true, wait: 0 };
    for (let time = 0; time < 10; time += 1)
      expect(await attempts.run(stored, false, () => Promise.resolve(offline))).toBe(false);
    expect(await pass(attempts, stored, 'a')).toBe('a');
  });
});
