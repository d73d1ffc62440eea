import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reviewReasons, type ReviewReason } from '../../shared/reviews.ts';
import { DataError } from '../data/errors.ts';
import { deliverySteps, Network, Tabs, type DeliveryStep } from '../testing/outboxDays.ts';
import { choosingMs } from '../util/choice.ts';
import { afterSending, readyParts, reasonsDelay, withReasons, type GivenReview } from './reasons.ts';
import type { StoredReview } from './reviewStore.ts';
import { sendReview, type ReviewBackend } from './sendReview.ts';

/** A step of a device's day. */
type Step =
  | { readonly does: 'rate'; readonly stars: number }
  | { readonly does: 'choose'; readonly reasons: readonly ReviewReason[]; readonly isFinal: boolean }
  | { readonly does: 'wait'; readonly ms: number }
  | DeliveryStep;

interface Row {
  readonly stars: number;
  readonly reasons: readonly ReviewReason[];
}

/** The two calls as `29_review_reasons.sql` answers them, by the primary key of the idempotency key. */
class Backend implements ReviewBackend {
  readonly rows = new Map<string, Row>();
  readonly network = new Network();

  readonly isSignedIn = () => Promise.resolve(true);

  readonly insertReview: ReviewBackend['insertReview'] = ({ key, stars, reasons = [] }) =>
    this.network.respond(() => {
      if (this.rows.has(key)) return false;
      this.rows.set(key, { stars, reasons });
      return true;
    });

  readonly addReviewReasons: ReviewBackend['addReviewReasons'] = (key, reasons) =>
    this.network.respond(() => {
      const row = this.rows.get(key);
      if (!row) throw new DataError('review_not_found', '', 404);
      if (row.reasons.length > 0) return;
      this.rows.set(key, { ...row, reasons });
    });
}

/** A device whose tabs deliver from one store. */
class Device {
  readonly backend = new Backend();
  readonly store = new Map<string, StoredReview>();
  /** The passengers gave these reviews, as far as they reached the disk. */
  readonly given = new Map<string, Row>();
  private readonly tabs = new Tabs<StoredReview, StoredReview>(
    {
      read: () => [...this.store.values()].flatMap((entry) => readyParts(entry, this.now) ?? []),
      send: async (entry) => ((await sendReview(entry, this.backend)).kind === 'delivered' ? entry : null),
      settle: (sent) =>
        this.change(sent.key, (current) => afterSending(current, sent, { kind: 'delivered' })),
    },
    this.backend.network,
  );
  now = 1_000_000;
  /** The review whose prompt is open, and until when. */
  asked: { readonly review: GivenReview; until: number } | null = null;

  async take(step: Step): Promise<void> {
    switch (step.does) {
      case 'rate':
        return this.rate(step.stars);
      case 'choose':
        return this.choose(step.reasons, step.isFinal);
      case 'wait':
        this.now += step.ms;
        return;
      default:
        if (step.does === 'kill' && step.tab === 0) this.asked = null;
        return this.tabs.take(step);
    }
  }

  /** Delivers until nothing is left. */
  async deliverRest(): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      this.now += 2 * choosingMs;
      await this.tabs.deliver();
    }
  }

  private rate(stars: number): void {
    const review = { key: `review ${this.given.size}`, driverId: 'diego', stars };
    this.given.set(review.key, { stars, reasons: [] });
    this.store.set(review.key, { ...review, givenAt: this.now });
    this.asked = stars <= 3 ? { review, until: this.now + choosingMs } : null;
  }

  private choose(reasons: readonly ReviewReason[], isFinal: boolean): void {
    if (!this.asked || this.now > this.asked.until) return;
    const { review } = this.asked;
    this.change(review.key, (current) => withReasons(current, review, reasons, isFinal, this.now));
    this.given.set(review.key, { stars: review.stars, reasons });
    this.asked = isFinal ? null : { review, until: this.now + choosingMs };
  }

  private change(key: string, make: (current: StoredReview | undefined) => StoredReview | undefined): void {
    const changed = make(this.store.get(key));
    if (changed) this.store.set(key, changed);
    else this.store.delete(key);
  }
}

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('rate' as const), stars: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('choose' as const),
      reasons: fc.subarray([...reviewReasons]),
      isFinal: fc.integer({ max: 3, min: 0 }).map((n) => n === 0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      ms: fc.constantFrom(1_000, choosingMs - 1_000, choosingMs, 2 * choosingMs),
    }),
  },
  ...deliverySteps,
);

it('10,000 days with kills, two tabs and lost responses: each review arrives once, with the last reasons', async () => {
  const day = fc.array(steps, { minLength: 6, maxLength: 40 });
  const check = fc.asyncProperty(day, async (taken) => {
    const device = new Device();
    for (const step of taken) await device.take(step);
    await device.deliverRest();
    expect(Object.fromEntries(device.backend.rows)).toEqual(Object.fromEntries(device.given));
    expect(device.store.size).toBe(0);
  });
  await fc.assert(check, { numRuns: 10_000 });
});

const review: GivenReview = { key: 'k', driverId: 'd', stars: 2 };
const stored: StoredReview = { ...review, givenAt: 0 };

it('sends the review at once, and its reasons when the passenger has finished', () => {
  const entry = withReasons(stored, review, ['price'], false, 0)!;
  expect(readyParts(entry, choosingMs)).not.toHaveProperty('reasons');
  expect(readyParts(entry, 2 * choosingMs)).toHaveProperty('reasons', ['price']);
  expect(readyParts(withReasons(stored, review, ['price'], true, 0)!, 0)).toHaveProperty('reasons', [
    'price',
  ]);
});

it('a clock that was set back by days holds no reasons back', () => {
  const day = 24 * 3_600_000;
  expect(reasonsDelay(withReasons(stored, review, ['price'], false, 5 * day)!, day)).toBe(0);
});

it('nothing is left to send for reasons that the passenger has taken back', () => {
  expect(withReasons(undefined, review, [], true, 0)).toBeUndefined();
});

it('a refused review keeps its reasons until the backend takes both', () => {
  const entry = { ...stored, reasons: ['route'] } satisfies StoredReview;
  expect(afterSending(entry, entry, { kind: 'refused', code: '42501' })).toEqual({
    ...entry,
    refused: '42501',
  });
});

it('a review that another tab has delivered is not stored again as refused', () => {
  expect(afterSending(undefined, stored, { kind: 'refused', code: '42501' })).toBeUndefined();
});
