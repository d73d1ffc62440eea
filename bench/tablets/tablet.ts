import { REALTIME_LISTEN_TYPES, RealtimeClient } from '@supabase/realtime-js';
import type { Fixture } from '../machine/fixture.ts';
import type { Target } from '../machine/target.ts';

/** One answer: how long it took in milliseconds, and its status; 0 when there was none. */
export interface Answer {
  readonly path: string;
  readonly milliseconds: number;
  readonly status: number;
}

/** A tablet in a car: a session of its own, the calls of the app, and a connection that hears of changes. */
export interface Tablet extends AsyncDisposable {
  /** Opens the app: the page and its files, a new access token, the driver, the photo, the tours. */
  start(): Promise<void>;
  /** A passenger's rating, with a key of its own. */
  rate(): Promise<void>;
}

const assetPattern = /(?:src|href)="(\/assets\/[^"]+)"/g;

/** @param record takes every answer */
export function createTablet(target: Target, fixture: Fixture, record: (answer: Answer) => void): Tablet {
  const base = `http://127.0.0.1:${target.port}`;
  let { accessToken, refreshToken } = fixture;

  async function call(path: string, init: RequestInit = {}): Promise<string> {
    const started = performance.now();
    const headers = {
      apikey: target.publishableKey,
      authorization: `Bearer ${accessToken}`,
      ...init.headers,
    };
    try {
      const response = await fetch(base + path, { ...init, headers });
      const text = await response.text();
      record({ path, milliseconds: performance.now() - started, status: response.status });
      return text;
    } catch {
      record({ path, milliseconds: performance.now() - started, status: 0 });
      return '';
    }
  }

  const post = (path: string, body: unknown): Promise<string> =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  const realtime = new RealtimeClient(`${base.replace('http', 'ws')}/realtime/v1`, {
    params: { apikey: target.publishableKey },
    accessToken: () => Promise.resolve(accessToken),
  });
  realtime
    .channel('driver')
    .on(
      REALTIME_LISTEN_TYPES.POSTGRES_CHANGES,
      { event: 'UPDATE', schema: 'public', table: 'drivers', filter: `id=eq.${fixture.driverId}` },
      () => {},
    )
    .subscribe();

  return {
    async start() {
      const page = await call('/');
      for (const [, asset] of page.matchAll(assetPattern)) await call(asset ?? '');
      const body = await post('/auth/v1/token?grant_type=refresh_token', { refresh_token: refreshToken });
      const session = JSON.parse(body || '{}') as { access_token?: string; refresh_token?: string };
      accessToken = session.access_token ?? accessToken;
      refreshToken = session.refresh_token ?? refreshToken;
      await call('/auth/v1/user');
      await call(`/rest/v1/user_drivers?select=driver_id&user_id=eq.${fixture.userId}`);
      await call(`/rest/v1/drivers?select=*&id=eq.${fixture.driverId}`);
      await call(`/storage/v1/object/public/imagenes/${fixture.photoPath}`);
      await call('/rest/v1/time_based_routes?select=*');
    },
    async rate() {
      await post('/rest/v1/reviews', {
        driver_id: fixture.driverId,
        rating: 5,
        user_name: 'Anonymous',
        comment: 'No comment',
        idempotency_key: crypto.randomUUID(),
      });
    },
    async [Symbol.asyncDispose]() {
      await realtime.removeAllChannels();
      await realtime.disconnect();
    },
  };
}
