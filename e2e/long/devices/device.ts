import { REALTIME_LISTEN_TYPES, RealtimeClient } from '@supabase/realtime-js';
import type { Person } from '../../../backend/bench/machine/person.ts';
import type { Target } from '../../../backend/bench/machine/process.ts';

/** One response: its duration, and its status; 0 without a response. */
export interface Answer {
  readonly path: string;
  readonly milliseconds: number;
  readonly status: number;
}

/** A device in a vehicle: a session of its own, the calls of the app, and a subscription to changes. */
export interface ListedDevice extends AsyncDisposable {
  /** Opens the app: the page and its files, a new access token, the driver, the photo, whether there is a newer release. */
  start(): Promise<void>;
  /** The report that a device sends every five minutes. */
  heartbeat(): Promise<void>;
  /** The driver's photo. */
  photo(): Promise<void>;
  /** A passenger's rating, with a key of its own. */
  rate(): Promise<void>;
  /** How many ratings it sent, and of how many changes of its driver it heard: each rating is one. */
  counts(): { readonly ratings: number; readonly heard: number };
}

const assetPattern = /(?:src|href)="(\/assets\/[^"]+)"/g;

/** Calls `onChange` for each change of the device's driver. */
function followDriver(
  target: Target,
  { recordId }: Person,
  accessToken: () => string,
  onChange: () => void,
): RealtimeClient {
  const realtime = new RealtimeClient(`ws://127.0.0.1:${target.port}/realtime/v1`, {
    params: { apikey: target.publishableKey },
    accessToken: () => Promise.resolve(accessToken()),
  });
  const change = {
    event: 'UPDATE',
    schema: 'public',
    table: 'drivers',
    filter: `id=eq.${recordId}`,
  } as const;
  const channel = realtime.channel('driver');
  channel.on(REALTIME_LISTEN_TYPES.POSTGRES_CHANGES, change, onChange);
  // A join without the token would see nothing of the table.
  void realtime.setAuth().then(() => channel.subscribe());
  return realtime;
}

/** Sends requests as the driver. @param record receives the measurement of every response */
function createCalls(target: Target, accessToken: () => string, record: (answer: Answer) => void) {
  const call = async (path: string, init: RequestInit = {}): Promise<string> => {
    const started = performance.now();
    const headers = {
      apikey: target.publishableKey,
      authorization: `Bearer ${accessToken()}`,
      ...init.headers,
    };
    const response = await fetch(`http://127.0.0.1:${target.port}${path}`, { ...init, headers }).catch(
      () => undefined,
    );
    const text = await response?.text().catch(() => undefined);
    const status = text === undefined ? 0 : (response?.status ?? 0);
    record({ path, milliseconds: performance.now() - started, status });
    return text ?? '';
  };
  const post = (path: string, body: unknown): Promise<string> =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { call, post };
}

/** @param record receives the measurement of every response */
export function createDevice(target: Target, driver: Person, record: (answer: Answer) => void): ListedDevice {
  let { accessToken, refreshToken } = driver;
  let [ratings, heard] = [0, 0];
  const { call, post } = createCalls(target, () => accessToken, record);
  const photo = async (): Promise<void> =>
    void (await call(`/storage/v1/object/public/imagenes/${driver.photoPath}`));
  const identity = { device_id: crypto.randomUUID(), key: `key ${crypto.randomUUID()}` };
  const hear = () => void (heard += 1);
  const realtime = followDriver(target, driver, () => accessToken, hear);

  return {
    async start() {
      const page = await call('/');
      for (const [, asset] of page.matchAll(assetPattern)) await call(asset ?? '');
      const body = await post('/auth/v1/token?grant_type=refresh_token', { refresh_token: refreshToken });
      const session = JSON.parse(body || '{}') as { access_token?: string; refresh_token?: string };
      accessToken = session.access_token ?? accessToken;
      refreshToken = session.refresh_token ?? refreshToken;
      await call('/auth/v1/user');
      await call(`/rest/v1/user_drivers?select=driver_id&user_id=eq.${driver.userId}`);
      await call(`/rest/v1/drivers?select=*&id=eq.${driver.recordId}`);
      await photo();
      await call('/rest/v1/content_releases?select=id,published_at&order=id.desc&limit=1');
    },
    photo,
    async heartbeat() {
      await post('/rest/v1/rpc/send_heartbeat', {
        heartbeat: { ...identity, screen: 'home', app_version: 'bench' },
      });
    },
    async rate() {
      await post('/rest/v1/reviews', {
        driver_id: driver.recordId,
        rating: 5,
        user_name: 'Anonymous',
        comment: 'No comment',
        idempotency_key: crypto.randomUUID(),
      });
      ratings += 1;
    },
    counts: () => ({ ratings, heard }),
    async [Symbol.asyncDispose]() {
      await realtime.removeAllChannels();
      await realtime.disconnect();
    },
  };
}
