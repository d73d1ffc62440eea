import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DataError } from '../data/errors.ts';
import type { NewCase } from '../data/tickets/publicTickets.ts';
import { deliverySteps, Network, Tabs, type DeliveryStep } from '../testing/outboxDays.ts';
import { keptCases, sendNextPart, waits, type CaseBackend, type StoredCase } from './sendCase.ts';

type Step = { readonly does: 'write'; readonly hasPhoto: boolean } | DeliveryStep;

const written: NewCase = {
  kind: 'lost',
  body: 'Mein Handy liegt im Auto.',
  language: 'de',
  happened_at: null,
  place: null,
  email: null,
  phone: null,
  code: null,
};

/** The two calls as `28_cases.sql` and the storage answer them: a secret opens one case, a name takes one photo. */
class Backend implements CaseBackend {
  readonly network = new Network();
  readonly bodies = new Map<string, string>();
  readonly photos: string[] = [];
  private readonly names = new Map<string, string | null>();

  readonly openCase: CaseBackend['openCase'] = (secret, { body }, withPhoto) =>
    this.network.respond(() => {
      if (!this.bodies.has(secret)) this.names.set(secret, withPhoto ? `${secret}.jpg` : null);
      this.bodies.set(secret, body);
      return { number: `number of ${secret}`, photo: this.names.get(secret) ?? null };
    });

  readonly uploadCasePhoto: CaseBackend['uploadCasePhoto'] = (name) =>
    this.network.respond(() => {
      if (this.photos.includes(name)) throw new DataError('KeyAlreadyExists', '', 400);
      this.photos.push(name);
    });
}

/** A phone whose tabs deliver from one store. */
class Phone {
  readonly backend = new Backend();
  readonly given = new Map<string, string>();
  readonly givenPhotos: string[] = [];
  store: readonly StoredCase[] = [];
  private readonly tabs = new Tabs<StoredCase, readonly [string, Partial<StoredCase>]>(
    {
      read: () => this.store.filter(waits),
      send: async (waiting) => {
        const sent: (readonly [string, Partial<StoredCase>])[] = [];
        for (const each of waiting) {
          const changes = await sendNextPart(each, this.backend).catch(() => null);
          if (changes) sent.push([each.secret, changes]);
        }
        return sent;
      },
      settle: ([secret, changes]) =>
        this.write(this.store.map((each) => (each.secret === secret ? { ...each, ...changes } : each))),
    },
    this.backend.network,
  );

  async take(step: Step): Promise<void> {
    if (step.does !== 'write') return this.tabs.take(step);
    const secret = `secret ${this.given.size}`;
    const body = `${written.body} ${secret}`;
    this.given.set(secret, body);
    if (step.hasPhoto) this.givenPhotos.push(`${secret}.jpg`);
    const photo = step.hasPhoto ? 'data:image/jpeg;base64,AA==' : null;
    this.write([
      { secret, number: null, written: { ...written, body }, photo, photoName: null },
      ...this.store,
    ]);
  }

  /** Delivers the words, then the photos. */
  async deliverRest(): Promise<void> {
    await this.tabs.deliver();
    await this.tabs.deliver();
  }

  private write(cases: readonly StoredCase[]): void {
    this.store = keptCases(cases);
  }
}

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('write' as const), hasPhoto: fc.boolean() }),
  },
  ...deliverySteps,
);

it('10,000 days with kills, two tabs and lost responses: each case and each photo arrives once', async () => {
  const day = fc.array(steps, { minLength: 6, maxLength: 60 });
  const check = fc.asyncProperty(day, async (taken) => {
    const phone = new Phone();
    for (const step of taken) await phone.take(step);
    await phone.deliverRest();
    expect(Object.fromEntries(phone.backend.bodies)).toEqual(Object.fromEntries(phone.given));
    expect(phone.backend.photos.toSorted()).toEqual(phone.givenPhotos.toSorted());
    expect(phone.store.filter((each) => waits(each) || each.number === null)).toEqual([]);
  });
  await fc.assert(check, { numRuns: 10_000 });
});

const stored = (index: number, number: string | null): StoredCase => ({
  secret: `secret ${index}`,
  number,
  written: number === null ? written : null,
  photo: null,
  photoName: null,
});

it('a phone keeps the newest twenty cases, and however many wait', () => {
  const sent = Array.from({ length: 30 }, (_, index) => stored(index, '482195'));
  expect(keptCases(sent)).toEqual(sent.slice(0, 20));
  const waiting = stored(30, null);
  expect(keptCases([...sent, waiting])).toEqual([...sent.slice(0, 20), waiting]);
});

it('a photo that another tab has sent meanwhile does not come back', async () => {
  const { backend } = new Phone();
  const waiting = { ...stored(0, null), photo: 'data:image/jpeg;base64,AA==' };
  expect(await sendNextPart(waiting, backend)).not.toHaveProperty('photo');
});

it('a photo for which the server has no name is lost, and the passenger learns it', async () => {
  const { backend } = new Phone();
  const waiting = { ...stored(0, null), photo: 'data:image/jpeg;base64,AA==' };
  const withoutName: CaseBackend = {
    ...backend,
    openCase: () => Promise.resolve({ number: '482195', photo: null }),
  };
  expect(await sendNextPart(waiting, withoutName)).toMatchObject({ photo: null, photoLost: true });
  const wordsAlone = await sendNextPart({ ...waiting, photo: null }, withoutName);
  expect(wordsAlone).not.toHaveProperty('photoLost');
});
