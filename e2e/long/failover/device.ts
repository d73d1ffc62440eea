import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { RealtimeClient } from '@supabase/realtime-js';
import { createPerson, noise, type Person } from '../../../backend/bench/machine/person.ts';
import { drivers } from '../../../bench/product.ts';

/** Where a device finds its server. */
export interface Address {
  readonly port: number;
  readonly publishableKey: string;
}

/** A response that was no success, or none (status 0). */
export interface Failure {
  readonly request: string;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

/** How long the app waits before it sends a rating again, and for a response. In milliseconds. */
const pause = 250;
const timeoutMs = 10_000;
/** An account has at most 100 sessions: one that signs in again and again would end the device's own. */
const signInEvery = 10;

/** A device that rates without a pause, makes the other calls of the app, and follows the changes of its driver. */
export class ListedDevice implements AsyncDisposable {
  /** When the server acknowledged a rating (`performance.now()`), by the rating's key. */
  readonly acknowledged = new Map<string, number>();
  readonly failures: Failure[] = [];
  /** When the device was last told of a change of its driver, which each rating makes. */
  changedAt = 0;
  #visits = 0;
  readonly #address: Address;
  readonly #driver: Person;
  readonly #stopping = new AbortController();
  readonly #realtime: RealtimeClient;
  readonly #work: Promise<unknown>;

  constructor(address: Address, driver: Person) {
    this.#address = address;
    this.#driver = driver;
    this.#realtime = this.#follow();
    this.#work = Promise.all([this.#repeat(() => this.#rate()), this.#repeat(() => this.#visit())]);
  }

  #follow(): RealtimeClient {
    const { port, publishableKey } = this.#address;
    const realtime = new RealtimeClient(`ws://127.0.0.1:${port}/realtime/v1`, {
      params: { apikey: publishableKey },
    });
    const filter = `id=eq.${this.#driver.recordId}`;
    const change = { event: 'UPDATE', schema: 'public', table: 'drivers', filter } as const;
    const channel = realtime.channel('driver');
    channel.on('postgres_changes', change, () => (this.changedAt = performance.now()));
    // A join without the token would see nothing of the table.
    void realtime.setAuth(this.#driver.accessToken).then(() => channel.subscribe());
    return realtime;
  }

  async #repeat(task: () => Promise<void>): Promise<void> {
    while (!this.#stopping.signal.aborted) await task();
  }

  async #call(method: string, path: string, body?: object): Promise<number> {
    const response = await fetch(`http://127.0.0.1:${this.#address.port}${path}`, {
      method,
      headers: { ...this.#driver.headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: Error) => error);
    const isError = response instanceof Error;
    const text = isError ? response.message : await response.text();
    const status = isError ? 0 : response.status;
    const retryAfter = isError ? null : response.headers.get('retry-after');
    if (isError || !response.ok)
      this.failures.push({ request: `${method} ${path.split('?')[0]}`, status, retryAfter, body: text });
    return status;
  }

  /** As the outbox: again with the same key until the server has the rating; 409 says that it has. */
  async #rate(): Promise<void> {
    const key = randomUUID();
    const row = { driver_id: this.#driver.recordId, rating: 5, idempotency_key: key };
    while (![201, 409].includes(await this.#call('POST', '/rest/v1/reviews', row))) {
      // A test that fails ends with ratings that no server takes.
      if (this.#stopping.signal.aborted) return;
      await delay(pause);
    }
    this.acknowledged.set(key, performance.now());
    await delay(pause / 5);
  }

  /** The other calls of the app, of every service. Without a password the function identifies the driver and changes nothing. */
  async #visit(): Promise<void> {
    const { userId, recordId, email, password } = this.#driver;
    await this.#call('GET', `/rest/v1/user_drivers?select=driver_id&user_id=eq.${userId}`);
    await this.#call('GET', `/rest/v1/drivers?select=*&id=eq.${recordId}`);
    await this.#call('GET', '/auth/v1/user');
    if (this.#visits % signInEvery === 0)
      await this.#call('POST', '/auth/v1/token?grant_type=password', { email, password });
    this.#visits += 1;
    await this.#call('DELETE', '/functions/v1/my-data', {});
    await this.#call('POST', '/storage/v1/object/list/imagenes', { prefix: 'profile-photos' });
    await delay(pause);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#work;
    await this.#realtime.removeAllChannels();
    await this.#realtime.disconnect();
  }
}

/** Registers a driver. @param index a number that no other driver of the test has */
export async function registerDriver(address: Address, index: number): Promise<Person> {
  return createPerson(address, drivers, index, await noise(64));
}
