import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { RealtimeClient, type RealtimeSystemPayload } from '@supabase/realtime-js';
import { createPerson, noise, type Person } from '../../../backend/bench/machine/person.ts';
import { drivers } from '../../../bench/product.ts';
import { fleetDelay, reconnectDelay, retryDelay } from '../../../web/util/time/backoff.ts';

/** A response of 500 and above, or none (status 0). */
export interface Failure {
  readonly request: string;
  readonly status: number;
}

/** The busiest second of a time. */
export interface Peak {
  readonly requests: number;
  /** Websockets that were opened and joined a channel. */
  readonly websockets: number;
  /** Websockets of the whole time. */
  readonly reconnected: number;
}

/** The most of these times, in ascending order and milliseconds, that lie within one second. */
function busiestSecond(times: readonly number[]): number {
  let [first, most] = [0, 0];
  for (const [last, time] of times.entries()) {
    while (time - times[first]! >= 1000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** The acts of all devices with their times. */
class Record {
  readonly failures: Failure[] = [];
  readonly #requests: number[] = [];
  readonly #websockets: number[] = [];

  noteRequest(): void {
    this.#requests.push(performance.now());
  }

  noteWebsocket(): void {
    this.#websockets.push(performance.now());
  }

  peakSince(start: number): Peak {
    const since = (times: readonly number[]): number[] => times.filter((time) => time >= start);
    const websockets = since(this.#websockets);
    return {
      requests: busiestSecond(since(this.#requests)),
      websockets: busiestSecond(websockets),
      reconnected: websockets.length,
    };
  }
}

/** Where the devices find the server. */
export interface Address {
  readonly port: number;
  readonly publishableKey: string;
}

/** Changes within this time are one, as in `web/data/changes.ts`. In milliseconds. */
const burst = 300;

/** A device: follows the changes of its driver as `web/data/changes.ts` does, and delivers its ratings as the outbox does. */
class ListedDevice {
  /** Keys of the ratings that the server has acknowledged. */
  readonly delivered: string[] = [];
  isListening = false;
  readonly #address: Address;
  readonly #driver: Person;
  readonly #record: Record;
  readonly #realtime: RealtimeClient;
  #reading: NodeJS.Timeout | undefined;

  constructor(address: Address, driver: Person, record: Record) {
    this.#address = address;
    this.#driver = driver;
    this.#record = record;
    this.#realtime = this.#listen();
  }

  #listen(): RealtimeClient {
    const { port, publishableKey } = this.#address;
    const { recordId, accessToken } = this.#driver;
    const realtime = new RealtimeClient(`ws://127.0.0.1:${port}/realtime/v1`, {
      params: { apikey: publishableKey },
      reconnectAfterMs: reconnectDelay,
    });
    const wanted = { event: '*', schema: 'public', table: 'drivers', filter: `id=eq.${recordId}` } as const;
    let hasListened = false;
    const channel = realtime.channel(randomUUID());
    channel.on('postgres_changes', wanted, () => this.#changed());
    channel.on('system', {}, ({ extension, status }: RealtimeSystemPayload) => {
      if (extension !== 'postgres_changes' || status !== 'ok') return;
      this.#changed(hasListened ? fleetDelay() : burst);
      hasListened = true;
      this.#record.noteWebsocket();
      this.isListening = true;
    });
    // A join without the token would see nothing of the table.
    void realtime.setAuth(accessToken).then(() =>
      channel.subscribe((status) => {
        if (String(status) !== 'SUBSCRIBED') this.isListening = false;
      }),
    );
    return realtime;
  }

  #changed(after = burst): void {
    this.#reading ??= setTimeout(() => {
      this.#reading = undefined;
      void this.#read();
    }, after);
  }

  /** As the home screen does when its data may have changed. */
  async #read(): Promise<void> {
    const { userId, recordId } = this.#driver;
    await this.#call('GET', `/rest/v1/user_drivers?select=driver_id&user_id=eq.${userId}`);
    await this.#call('GET', `/rest/v1/drivers?select=*&id=eq.${recordId}`);
    await this.#call('GET', '/rest/v1/content_releases?select=id,published_at&order=id.desc&limit=1');
  }

  async #call(method: string, path: string, body?: object): Promise<number> {
    this.#record.noteRequest();
    const headers = { ...this.#driver.headers, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`http://127.0.0.1:${this.#address.port}${path}`, init).catch(
      () => undefined,
    );
    await response?.text().catch(() => undefined);
    const status = response?.status ?? 0;
    if (status === 0 || status >= 500) this.#record.failures.push({ request: `${method} ${path}`, status });
    return status;
  }

  /** Delivers one rating; again with the same key until the server has it. */
  async rate(): Promise<void> {
    const key = randomUUID();
    const row = { driver_id: this.#driver.recordId, rating: 5, idempotency_key: key };
    for (let attempt = 0; ; attempt += 1) {
      const status = await this.#call('POST', '/rest/v1/reviews', row);
      if (status === 201 || status === 409) break;
      await delay(retryDelay(attempt));
    }
    this.delivered.push(key);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#reading);
    await this.#realtime.removeAllChannels();
    await this.#realtime.disconnect();
  }
}

/** Devices at work. */
export interface Fleet {
  /** Whether every device hears of changes. */
  isListening(): boolean;
  /** Gives the busiest second of the work. */
  during(work: () => Promise<unknown>): Promise<Peak>;
  readonly failures: readonly Failure[];
  /** Ends the work after the ratings in flight; gives the keys of all ratings that were acknowledged. */
  stop(): Promise<readonly string[]>;
}

/** Registers drivers, and puts a device before each that gets a rating every so many milliseconds. */
export async function startFleet(address: Address, count: number, every: number): Promise<Fleet> {
  const [record, photo] = [new Record(), await noise(40)];
  const devices: ListedDevice[] = [];
  for (let index = 0; index < count; index += 1)
    devices.push(new ListedDevice(address, await createPerson(address, drivers, index, photo), record));
  const stopping = new AbortController();
  const drive = async (device: ListedDevice, index: number): Promise<void> => {
    const pause = (time: number) =>
      delay(time, undefined, { signal: stopping.signal }).catch(() => undefined);
    await pause((index / count) * every);
    while (!stopping.signal.aborted) {
      const next = performance.now() + every;
      await device.rate();
      await pause(Math.max(0, next - performance.now()));
    }
  };
  const driving = devices.map(drive);
  return {
    isListening: () => devices.every(({ isListening }) => isListening),
    async during(work) {
      const start = performance.now();
      await work();
      return record.peakSince(start);
    },
    failures: record.failures,
    async stop() {
      stopping.abort();
      await Promise.all(driving);
      await Promise.all(devices.map((device) => device.stop()));
      return devices.flatMap(({ delivered }) => delivered);
    },
  };
}
