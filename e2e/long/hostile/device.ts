import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AuthClient } from '@supabase/auth-js';
import sharp from 'sharp';
import { register } from './account.ts';
import type { Network } from './network.ts';
import { Refused, type Timings } from './record.ts';

/** Milliseconds between two cycles of a device. */
const cycle = 10_000;
/** A device gets a rating every so many cycles, so that its limit of an hour is kept. */
const cyclesPerReview = 5;

/** A device in a vehicle, with the official client and a queue of ratings as the app has. */
export interface ListedDevice {
  readonly email: string;
  readonly driverId: string;
  readonly photoUrl: string;
  /** Shown to passengers, who scan it with their phone. */
  readonly verificationCode: string;
  /** Drives until `signal`; what is under way is finished. */
  drive(signal: AbortSignal): Promise<void>;
  /** A link for one rating. */
  ratingLink(): Promise<string>;
  hasSession(): Promise<boolean>;
  /** Keys of the ratings that were acknowledged. */
  readonly acknowledged: readonly string[];
}

function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

function picture(): Promise<Buffer> {
  const background = { r: 40, g: 90, b: 120 };
  return sharp({ create: { width: 400, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** Registers a driver as the app does: account, photo, record, link. */
async function registerDriver(network: Network, index: number) {
  const account = await register(network);
  const { authorization, userId } = account;
  const name = `profile-photos/${userId}-1.jpg`;
  const uploaded = await network.send(`/storage/v1/object/imagenes/${name}`, {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'image/jpeg' },
    body: new Uint8Array(await picture()),
  });
  if (!uploaded.ok) throw new Refused('photo', uploaded.status, await uploaded.text());
  const photoUrl = `${network.target.url}/storage/v1/object/public/imagenes/${name}`;
  const row = {
    name: `Driver ${index}`,
    license_plate: `TEST${10 + index}`,
    driver_code: `T-${index}`,
    photo_url: photoUrl,
    created_by: userId,
  };
  const made = await network.post('/rest/v1/drivers?select=id,verification_code', row, {
    ...authorization,
    prefer: 'return=representation',
  });
  if (!made.ok) throw new Refused('driver', made.status, await made.text());
  const [driver] = (await made.json()) as { id: string; verification_code: string }[];
  await network.post('/rest/v1/user_drivers', { user_id: userId, driver_id: driver!.id }, authorization);
  return { account, photoUrl, driverId: driver!.id, verificationCode: driver!.verification_code };
}

function createAuthClient(network: Network) {
  return new AuthClient({
    url: `${network.target.url}/auth/v1`,
    headers: { apikey: network.target.publishableKey, ...network.headers },
    autoRefreshToken: false,
    persistSession: true,
    storage: memoryStorage(),
  });
}

const newestRelease = '/rest/v1/content_releases?select=id,published_at&order=id.desc&limit=1';

/** Signs a new driver in on a device in `network`. */
export async function createDevice(network: Network, index: number, timings: Timings): Promise<ListedDevice> {
  const { account, ...driver } = await registerDriver(network, index);
  const auth = createAuthClient(network);
  const { error } = await auth.signInWithPassword(account);
  if (error) throw error;
  const [unsent, acknowledged]: [string[], string[]] = [[], []];

  async function authorization() {
    const { data } = await auth.getSession();
    return { authorization: `Bearer ${data.session?.access_token ?? ''}` };
  }

  async function deliver(): Promise<void> {
    for (let key = unsent[0]; key !== undefined; key = unsent[0]) {
      const review = { driver_id: driver.driverId, rating: 5, idempotency_key: key };
      const headers = await authorization();
      await timings.time('rate', async () => {
        const response = await network.post('/rest/v1/reviews', review, headers);
        // The rating arrived earlier; its response was lost.
        return response.status === 409 ? new Response() : response;
      });
      acknowledged.push(key);
      unsent.shift();
    }
  }

  async function look(): Promise<void> {
    const headers = await authorization();
    const path = `/rest/v1/drivers?select=*&id=eq.${driver.driverId}`;
    await timings.time('driver', () => network.send(path, { headers }));
    await timings.time('release', () => network.send(newestRelease, { headers }));
  }

  return {
    ...driver,
    email: account.email,
    acknowledged,
    async drive(signal) {
      await delay(Math.random() * cycle, undefined, { signal }).catch(() => {});
      for (let count = 0; !signal.aborted; count += 1) {
        // Ignore errors here: the test checks at the end whether the session survived.
        await auth.refreshSession();
        if (count % cyclesPerReview === 0) unsent.push(randomUUID());
        await look().catch(() => {});
        await deliver().catch(() => {});
        await delay(cycle, undefined, { signal }).catch(() => {});
      }
      for (let attempt = 0; unsent.length > 0 && attempt < 5; attempt += 1) {
        await deliver().catch(() => {});
        await delay(1000);
      }
    },
    async ratingLink() {
      const response = await network.post('/rest/v1/rpc/create_rating_link', {}, await authorization());
      const [link] = (await response.json()) as { token: string }[];
      return link!.token;
    },
    hasSession: async () => (await auth.getSession()).data.session !== null,
  };
}
