import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { createDriver, noisyPhoto, readKey, type Driver } from './driver.ts';
import type { Installation } from './installation.ts';

/** Writes while servers and databases are killed, and the check that acknowledged ones survive. */
export interface Load {
  /** Acknowledged writes so far. */
  acknowledged(): number;
  /** The acknowledged ratings by their keys, and the names of the photos, of this moment. */
  snapshot(): { readonly ratings: ReadonlyMap<string, number>; readonly photos: readonly string[] };
  /** Stops the load after the requests in flight. */
  stop(): Promise<void>;
  /** Compares what the installation (or `now`, at the same address) holds with the acknowledged writes. */
  expectNothingLost(now?: Installation): Promise<void>;
}

/** Writes without a pause whatever fails, and remembers what was acknowledged. */
class RunningLoad implements Load {
  readonly #installation: Installation;
  readonly #key: string;
  readonly #photo: Buffer;
  readonly #stopping = new AbortController();
  readonly #ratings = new Map<string, number>();
  readonly #drivers: Driver[] = [];
  /** Drivers whose registration was cut off after the account was acknowledged. */
  readonly #halfWay: Driver[] = [];
  #next: Driver;
  #workers: readonly Promise<void>[] = [];

  constructor(installation: Installation, key: string, photo: Buffer, next: Driver) {
    this.#installation = installation;
    this.#key = key;
    this.#photo = photo;
    this.#next = next;
  }

  /** Failures are expected: pause, then try again. */
  async #work(task: () => Promise<void>): Promise<void> {
    while (!this.#stopping.signal.aborted) await task().catch(() => delay(20));
  }

  async #rate(driver: Driver): Promise<void> {
    const [idempotencyKey, rating] = [randomUUID(), 1 + (this.#ratings.size % 5)];
    if (await driver.rate(idempotencyKey, rating)) this.#ratings.set(idempotencyKey, rating);
  }

  /** A driver who has no account yet tries again; one with an account finishes at the end. */
  async #register(): Promise<void> {
    const driver = this.#next;
    try {
      await driver.register();
      this.#drivers.push(driver);
    } catch (error) {
      if (!driver.hasAccount()) throw error;
      this.#halfWay.push(driver);
    }
    this.#next = await createDriver(this.#installation, this.#key);
  }

  async start(): Promise<void> {
    await this.#register();
    const [first] = this.#drivers;
    if (!first) throw new Error('Nobody could register.');
    this.#workers = [
      this.#work(() => this.#rate(first)),
      this.#work(() => this.#rate(first)),
      this.#work(() => this.#register()),
      // An account keeps few photos, so the driver who registered last uploads.
      this.#work(async () => void (await this.#drivers.at(-1)?.upload(this.#photo))),
    ];
  }

  acknowledged(): number {
    return this.#ratings.size + this.#drivers.flatMap(({ photos }) => photos).length;
  }

  snapshot(): ReturnType<Load['snapshot']> {
    return { ratings: new Map(this.#ratings), photos: this.#drivers.flatMap(({ photos }) => photos) };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#workers);
  }

  async #expectReviews(now: Installation): Promise<void> {
    const kept = await now.query<{ key: string; rating: number }>(
      'select idempotency_key as key, rating from public.reviews',
    );
    const byKey = new Map(kept.map((row) => [row.key, row.rating]));
    expect([...this.#ratings].filter(([id, rating]) => byKey.get(id) !== rating)).toEqual([]);
    const wrong = await now.query(
      `select d.id from public.drivers d left join public.reviews r on r.driver_id = d.id
       group by d.id having d.review_count <> count(r.id) or d.rating_total <> coalesce(sum(r.rating), 0)`,
    );
    expect(wrong).toEqual([]);
  }

  async #expectPhotos(now: Installation): Promise<void> {
    for (const name of [...this.#drivers, ...this.#halfWay].flatMap(({ photos }) => photos)) {
      const response = await fetch(`${now.address}/storage/v1/object/public/imagenes/${name}`);
      expect([name, response.status]).toEqual([name, 200]);
      await response.arrayBuffer();
    }
    const rows = await now.query<{ version: string }>('select version from storage.objects');
    const versions = rows.map(({ version }) => version).toSorted();
    await expect
      .poll(async () => (await now.storedFiles()).toSorted(), { timeout: 20_000 })
      .toEqual(versions);
  }

  /** Drivers whose registration was cut off send the same form again. */
  async #expectAccounts(now: Installation): Promise<void> {
    for (const driver of this.#halfWay) await driver.register();
    // The server may have signed this one up without the response arriving.
    await this.#next.register();
    this.#drivers.push(this.#next);
    const whole = await now.query<{ email: string }>(
      `select u.email from auth.users u join public.user_drivers l on l.user_id = u.id
       join public.drivers d on d.id = l.driver_id and d.created_by = u.id`,
    );
    const emails = [...this.#drivers, ...this.#halfWay].map(({ email }) => email);
    expect(whole.map(({ email }) => email).toSorted()).toEqual(emails.toSorted());
  }

  async expectNothingLost(now = this.#installation): Promise<void> {
    await this.#expectReviews(now);
    await this.#expectPhotos(now);
    await this.#expectAccounts(now);
    const counts = `${this.#ratings.size} ratings, ${this.#drivers.length} registrations acknowledged`;
    console.log(`${counts}, ${this.#halfWay.length} cut off and finished`);
  }
}

/** Starts devices that rate, uploads of photos and registrations, without a pause. */
export async function startLoad(installation: Installation): Promise<Load> {
  const key = await readKey(installation);
  const first = await createDriver(installation, key);
  const load = new RunningLoad(installation, key, await noisyPhoto(100), first);
  await load.start();
  return load;
}
