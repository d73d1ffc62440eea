import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { createDriver, noisyPhoto, readKey, type Driver } from './driver.ts';
import type { Installation } from './installation.ts';

/** What was acknowledged while servers and databases were killed. */
export interface Load {
  /** Acknowledged writes so far. */
  acknowledged(): number;
  /** Ends the load; what is under way is waited for. */
  stop(): Promise<void>;
  /** Compares what the installation (or `now`, at the same address) holds with what was acknowledged. */
  expectNothingLost(now?: Installation): Promise<void>;
}

/** Tablets that rate, photos that are uploaded and drivers that register, without a pause, whatever happens. */
export async function startLoad(installation: Installation): Promise<Load> {
  const key = await readKey(installation);
  const stopping = new AbortController();
  const ratings = new Map<string, { readonly email: string; readonly rating: number }>();
  const drivers: Driver[] = [];
  /** Those of a registration that was cut off. */
  const halfWay: Driver[] = [];
  const photo = await noisyPhoto(100);

  /** Failures are what this is about; nobody gives up, and nobody hammers. */
  async function work(task: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) await task().catch(() => delay(20));
  }

  async function rate(driver: Driver): Promise<void> {
    const [idempotencyKey, rating] = [randomUUID(), 1 + (ratings.size % 5)];
    if (await driver.rate(idempotencyKey, rating))
      ratings.set(idempotencyKey, { email: driver.email, rating });
  }

  let next = await createDriver(installation, key);
  /** Whoever was cut off before the account was acknowledged tries again; later ones are left for the end. */
  async function register(): Promise<void> {
    const driver = next;
    try {
      await driver.register();
      drivers.push(driver);
    } catch (error) {
      if (!driver.hasAccount()) throw error;
      halfWay.push(driver);
    }
    next = await createDriver(installation, key);
  }

  await register();
  const [first] = drivers;
  if (!first) throw new Error('Nobody could register.');
  const workers = [
    work(() => rate(first)),
    work(() => rate(first)),
    work(register),
    // An account keeps few photos, so the driver who registered last uploads.
    work(async () => void (await drivers.at(-1)?.upload(photo))),
  ];

  async function expectRatings(now: Installation): Promise<void> {
    const kept = await now.query<{ key: string; rating: number }>(
      'select idempotency_key as key, rating from public.reviews',
    );
    const byKey = new Map(kept.map((row) => [row.key, row.rating]));
    expect([...ratings].filter(([id, { rating }]) => byKey.get(id) !== rating)).toEqual([]);
    const wrong = await now.query(
      `select d.id from public.drivers d left join public.reviews r on r.driver_id = d.id
       group by d.id having d.review_count <> count(r.id) or d.rating_total <> coalesce(sum(r.rating), 0)`,
    );
    expect(wrong).toEqual([]);
  }

  async function expectPhotos(now: Installation): Promise<void> {
    for (const name of [...drivers, ...halfWay].flatMap(({ photos }) => photos)) {
      const answer = await fetch(`${now.address}/storage/v1/object/public/imagenes/${name}`);
      expect([name, answer.status]).toEqual([name, 200]);
      await answer.arrayBuffer();
    }
    const rows = await now.query<{ version: string }>('select version from storage.objects');
    const versions = rows.map(({ version }) => version).toSorted();
    await expect
      .poll(async () => (await now.storedFiles()).toSorted(), { timeout: 20_000 })
      .toEqual(versions);
  }

  /** Whoever was cut off sends the same form again. */
  async function expectAccounts(now: Installation): Promise<void> {
    for (const driver of halfWay) await driver.register();
    // Its sign-up may have been done without an answer.
    await next.register();
    drivers.push(next);
    const whole = await now.query<{ email: string }>(
      `select u.email from auth.users u join public.user_drivers l on l.user_id = u.id
       join public.drivers d on d.id = l.driver_id and d.created_by = u.id`,
    );
    const emails = [...drivers, ...halfWay].map(({ email }) => email);
    expect(whole.map(({ email }) => email).toSorted()).toEqual(emails.toSorted());
  }

  return {
    acknowledged: () => ratings.size + drivers.flatMap(({ photos }) => photos).length,
    async stop() {
      stopping.abort();
      await Promise.all(workers);
    },
    async expectNothingLost(now = installation) {
      await expectRatings(now);
      await expectPhotos(now);
      await expectAccounts(now);
      console.log(
        `${ratings.size} ratings, ${drivers.length} registrations acknowledged, ${halfWay.length} cut off and finished`,
      );
    },
  };
}
