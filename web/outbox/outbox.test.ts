import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maxStarsWithReasons, reviewReasons, type ReviewReason } from '../../shared/reviews.ts';
import { DataError } from '../data/errors.ts';
import type { TapKind, TapOutcome } from '../data/trips/taps.ts';
import { deliverySteps, Network, Tabs, type DeliveryStep } from '../testing/outboxDays.ts';
import { choosingMs } from '../util/choice.ts';
import { Attempts, type Outcome } from './decisions.ts';
import { reviewOf, type StoredEntry } from './entries.ts';
import { afterSending, readyParts, withReasons, type GivenReview } from './reasons.ts';
import { sendEntry, type OutboxBackend } from './sendEntry.ts';

const drivers = ['diego', 'elena'] as const;
type DriverName = (typeof drivers)[number];
const tapKinds: readonly TapKind[] = ['accepted', 'on_way', 'waiting', 'on_board', 'done', 'no_show'];

/** A step of a device's day. */
type Step =
  | { readonly does: 'rate'; readonly stars: number }
  | { readonly does: 'choose'; readonly reasons: readonly ReviewReason[]; readonly isFinal: boolean }
  | { readonly does: 'tap'; readonly trip: 0 | 1; readonly kind: TapKind }
  | { readonly does: 'wait' | 'setClock'; readonly ms: number }
  | { readonly does: 'signIn'; readonly driver: DriverName }
  /** `expire`: the access token has expired. `revoke`: the session was ended elsewhere. */
  | { readonly does: 'signOut' | 'expire' | 'revoke' }
  /** `refuse`: the backend refuses whatever the driver sends, until it is told to again. */
  | { readonly does: 'reassign' | 'cancel' | 'refuse' }
  | DeliveryStep;

interface Row {
  readonly driverId: string;
  readonly stars: number;
  readonly reasons: readonly ReviewReason[];
}

interface TapRow {
  readonly driverId: string;
  readonly tripId: string;
  readonly kind: TapKind;
  readonly outcome: TapOutcome;
}

/** The calls as the database answers them, by the primary key of the idempotency key. */
class Backend {
  readonly rows = new Map<string, Row>();
  readonly taps = new Map<string, TapRow>();
  /** The keys of everything sent in the session of a driver who did not give it. */
  readonly foreign: string[] = [];
  /** The keys of everything whose age was not true when it arrived. */
  readonly wrongAges: string[] = [];
  readonly network = new Network();
  session: DriverName | null = 'diego';
  token: 'fresh' | 'expired' | 'revoked' = 'fresh';
  assignment = 1;
  isCancelled = false;
  isRefusing = false;

  /** The calls of a driver's tab. @param ageOf the true age of an entry, in milliseconds, by its key */
  as(driverId: string, now: () => number, ageOf: (key: string) => number): OutboxBackend {
    const call = <Value>(key: string, write: () => Value): Promise<Value> => {
      if (this.session !== driverId) this.foreign.push(key);
      return this.request(write);
    };
    return {
      now,
      isSignedIn: async () => {
        // The client refreshes an expired token; without a signal it has no session.
        if (this.token === 'expired')
          await this.network.respond(() => (this.token = 'fresh')).catch(() => undefined);
        return this.session === driverId && this.token !== 'expired';
      },
      insertReview: ({ key, stars, reasons = [], waitedMs }) => {
        return call(key, () => {
          if (waitedMs !== ageOf(key)) this.wrongAges.push(key);
          this.refuse();
          if (this.rows.has(key)) return false;
          this.rows.set(key, { driverId, stars, reasons });
          return true;
        });
      },
      addReviewReasons: (key, reasons) =>
        call(key, () => {
          const row = this.rows.get(key);
          if (!row) throw new DataError('review_not_found', '', 404);
          if (row.reasons.length === 0) this.rows.set(key, { ...row, reasons });
        }),
      tapTrip: ({ key, tripId, kind, assignment, waitedMs }) => {
        return call(key, () => {
          if (waitedMs !== ageOf(key)) this.wrongAges.push(key);
          this.refuse();
          if (this.taps.has(key)) return 'known';
          const outcome = this.isCancelled || assignment < this.assignment ? 'kept' : 'taken';
          this.taps.set(key, { driverId, tripId, kind, outcome });
          return outcome;
        });
      },
    };
  }

  private request<Value>(write: () => Value): Promise<Value> {
    return this.network.respond(() => {
      if (this.token !== 'revoked') return write();
      // The refresh is rejected too, and the device is signed out.
      this.session = null;
      throw new DataError('42501', '', 401);
    });
  }

  private refuse(): void {
    if (this.isRefusing) throw new DataError('42501', '', 403);
  }
}

/** Everything that an entry may hold. */
const storedNames = [
  'key driverId givenAt refused',
  'stars reasons reasonsDue delivered',
  'tap tripId assignment kind details',
].flatMap((names) => names.split(' '));

type Sent = readonly [StoredEntry, Exclude<Outcome, { readonly kind: 'later' }>];

/** A device whose tabs deliver from one store. */
class Device {
  readonly backend = new Backend();
  readonly store = new Map<string, StoredEntry>();
  /** The passengers gave these reviews, as far as they reached the disk. */
  readonly given = new Map<string, Row>();
  readonly tapped = new Map<string, Omit<TapRow, 'outcome'>>();
  /** Whether something has happened after which taps may arrive in another order. */
  isOrderLost = false;
  /** The names of all properties that the device has ever stored. */
  readonly names = new Set<string>();
  private withRefused = false;
  private readonly attempts = new Attempts();
  /** By key: when an entry was given, and what the clock added then. */
  private readonly moments = new Map<string, { readonly elapsed: number; readonly offset: number }>();
  /** Errors of the backend, by key. */
  private readonly errors = new Map<string, number>();
  private readonly tabs = new Tabs<StoredEntry, Sent>(
    {
      read: () =>
        // IndexedDB has an order of its own.
        [...this.store.values()]
          .toReversed()
          .filter(({ driverId }) => driverId === this.backend.session)
          .flatMap((entry) => readyParts(entry, this.now) ?? []),
      send: (entries) => this.send(entries),
      settle: ([sent, outcome]) => this.change(sent.key, (current) => afterSending(current, sent, outcome)),
    },
    this.backend.network,
  );
  /** In milliseconds: since the beginning of the day, and what the clock of this device adds to it. */
  private elapsed = 0;
  private offset = 1_000_000;
  /** The review whose prompt is open, and until when. */
  private asked: { readonly review: GivenReview; until: number } | null = null;

  async take(step: Step): Promise<void> {
    const { backend } = this;
    switch (step.does) {
      case 'rate':
        return this.rate(step.stars);
      case 'choose':
        return this.choose(step.reasons, step.isFinal);
      case 'tap':
        return this.tap(step.kind, step.trip);
      case 'wait':
        this.elapsed += step.ms;
        return;
      case 'setClock':
        this.asked = null;
        this.offset += step.ms;
        this.isOrderLost ||= step.ms < 0;
        return;
      case 'signIn':
        this.asked = null;
        Object.assign(backend, { session: step.driver, token: 'fresh' });
        return;
      case 'signOut':
        this.asked = null;
        backend.session = null;
        return;
      case 'expire':
        if (backend.token === 'fresh') backend.token = 'expired';
        return;
      case 'revoke':
        backend.token = 'revoked';
        return;
      case 'reassign':
        backend.assignment += 1;
        return;
      case 'cancel':
        backend.isCancelled = true;
        return;
      case 'refuse':
        backend.isRefusing = !backend.isRefusing;
        this.isOrderLost = true;
        return;
      default:
        if (step.does === 'kill' && step.tab === 0) this.asked = null;
        return this.tabs.take(step);
    }
  }

  /** Each driver signs in again where there is a signal, until nothing is left. */
  async deliverRest(): Promise<void> {
    Object.assign(this.backend, { isRefusing: false });
    this.withRefused = true;
    for (const driver of [...drivers, ...drivers, ...drivers]) {
      await this.take({ does: 'signIn', driver });
      this.elapsed += 2 * choosingMs;
      await this.tabs.deliver();
    }
  }

  private get now(): number {
    return this.elapsed + this.offset;
  }

  private noteError(key: string): void {
    const errors = (this.errors.get(key) ?? 0) + 1;
    this.errors.set(key, errors);
    this.isOrderLost ||= errors > 3;
  }

  private async send(entries: readonly StoredEntry[]): Promise<readonly Sent[]> {
    const sent: Sent[] = [];
    const ageOf = (key: string) => {
      const { elapsed, offset } = this.moments.get(key)!;
      return this.elapsed - elapsed + (this.offset - offset);
    };
    await this.attempts.run(entries, this.withRefused, async (entry) => {
      const backend = this.backend.as(entry.driverId, () => this.now, ageOf);
      const outcome = await sendEntry(entry, backend);
      if (outcome.kind !== 'later') sent.push([entry, outcome]);
      else if (!outcome.stop) this.noteError(entry.key);
      return outcome;
    });
    return sent;
  }

  private rate(stars: number): void {
    const { session } = this.backend;
    if (session === null) return;
    const review = { key: `review ${this.given.size}`, driverId: session, stars };
    this.given.set(review.key, { driverId: session, stars, reasons: [] });
    this.put({ ...review, givenAt: this.now });
    this.asked = stars <= maxStarsWithReasons ? { review, until: this.elapsed + choosingMs } : null;
  }

  private choose(reasons: readonly ReviewReason[], isFinal: boolean): void {
    if (!this.asked || this.elapsed > this.asked.until) return;
    const { review } = this.asked;
    this.change(review.key, (current) => withReasons(reviewOf(current), review, reasons, isFinal, this.now));
    this.given.set(review.key, { ...this.given.get(review.key)!, reasons });
    this.asked = isFinal ? null : { review, until: this.elapsed + choosingMs };
  }

  private tap(kind: TapKind, trip: number): void {
    const { session, assignment } = this.backend;
    if (session === null) return;
    const key = `tap ${this.tapped.size}`;
    this.elapsed += 1;
    const tripId = `${session} ${trip}`;
    this.tapped.set(key, { driverId: session, tripId, kind });
    this.put({ key, driverId: session, givenAt: this.now, tap: { tripId, assignment, kind, details: {} } });
  }

  private put(entry: StoredEntry): void {
    this.moments.set(entry.key, { elapsed: this.elapsed, offset: this.offset });
    this.change(entry.key, () => entry);
  }

  private change(key: string, make: (current: StoredEntry | undefined) => StoredEntry | undefined): void {
    const changed = make(this.store.get(key));
    if (!changed) return void this.store.delete(key);
    this.store.set(key, changed);
    const tap = 'tap' in changed ? Object.keys(changed.tap) : [];
    for (const name of [...Object.keys(changed), ...tap]) this.names.add(name);
  }
}

const step = <Does extends Step['does']>(does: Does) => ({ does: fc.constant(does) });
const minuteMs = 60_000;

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ ...step('rate'), stars: fc.integer({ min: 1, max: 5 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...step('choose'),
      reasons: fc.subarray([...reviewReasons]),
      isFinal: fc.integer({ max: 3, min: 0 }).map((n) => n === 0),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...step('tap'),
      trip: fc.constantFrom(0 as const, 1 as const),
      kind: fc.constantFrom(...tapKinds),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...step('wait'),
      ms: fc.constantFrom(1_000, choosingMs - 1_000, choosingMs, 90 * minuteMs),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ ...step('setClock'), ms: fc.constantFrom(-90 * minuteMs, -500, 90 * minuteMs) }),
  },
  { weight: 2, arbitrary: fc.record({ ...step('signIn'), driver: fc.constantFrom(...drivers) }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constantFrom('signOut' as const, 'expire' as const, 'revoke' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constantFrom('reassign' as const, 'cancel' as const, 'refuse' as const),
    }),
  },
  ...deliverySteps,
);

/** The keys of taps by trip, in the order of the map. */
function keysByTrip(taps: ReadonlyMap<string, Omit<TapRow, 'outcome'>>) {
  const keys: Record<string, string[]> = {};
  for (const [key, { tripId }] of taps) (keys[tripId] ??= []).push(key);
  return keys;
}

it('10,000 days of two drivers: each review and each tap arrives once, with its age, in its driver’s session', async () => {
  const day = fc.array(steps, { minLength: 6, maxLength: 40 });
  let ordered = 0;
  let kept = 0;
  const check = fc.asyncProperty(day, async (taken) => {
    const device = new Device();
    const { backend } = device;
    for (const each of taken) await device.take(each);
    await device.deliverRest();
    expect(Object.fromEntries(backend.rows)).toEqual(Object.fromEntries(device.given));
    const arrived = [...backend.taps].map(([key, { outcome: _any, ...tap }]) => [key, tap] as const);
    expect(Object.fromEntries(arrived)).toEqual(Object.fromEntries(device.tapped));
    expect(device.store.size).toBe(0);
    expect(backend.foreign).toEqual([]);
    expect(backend.wrongAges).toEqual([]);
    expect([...device.names].filter((name) => !storedNames.includes(name))).toEqual([]);
    kept += [...backend.taps.values()].filter(({ outcome }) => outcome === 'kept').length;
    if (device.isOrderLost || device.tapped.size < 2) return;
    ordered += 1;
    expect(keysByTrip(backend.taps)).toEqual(keysByTrip(device.tapped));
  });
  await fc.assert(check, { numRuns: 10_000 });
  // The days that show something are not rare.
  expect(ordered).toBeGreaterThan(1_000);
  expect(kept).toBeGreaterThan(1_000);
});
