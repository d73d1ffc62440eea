import { describe, expect, it } from 'vitest';
import { DataError } from '../data/errors.ts';
import { RateLimitError } from '../data/rateLimits.ts';
import { deliveryOrder, outcomeOf } from './decisions.ts';
import type { StoredReview } from './reviewStore.ts';

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
  const keys = (ratings: readonly StoredReview[]) => ratings.map(({ key }) => key).join('');

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
