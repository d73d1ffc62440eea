import { REALTIME_LISTEN_TYPES, REALTIME_SUBSCRIBE_STATES, RealtimeClient } from '@supabase/realtime-js';
import type { Person } from '../../backend/bench/machine/person.ts';
import type { Target } from '../../backend/bench/machine/process.ts';

/** A device that shows the newest release. */
export interface Listener extends AsyncDisposable {
  /** Resolves when the content of this release has arrived whole. */
  has(release: number): Promise<void>;
  /** Reads the content of a release, as after a notice. */
  read(release: number): Promise<void>;
}

/** Connects a device by the official client: it hears of new releases and reads each once, as `web/content` does. */
export async function createListener(target: Target, { accessToken, headers }: Person): Promise<Listener> {
  const waiting = new Map<number, () => void>();
  const realtime = new RealtimeClient(`ws://127.0.0.1:${target.port}/realtime/v1`, {
    params: { apikey: target.publishableKey },
    accessToken: () => Promise.resolve(accessToken),
  });
  const address = `http://127.0.0.1:${target.port}/rest/v1/content_releases?select=id,content,published_at`;

  async function read(release: number): Promise<void> {
    const response = await fetch(`${address}&id=eq.${release}`, { headers });
    const rows = (await response.json()) as readonly { readonly id: number }[];
    if (rows[0]?.id !== release) throw new Error(`release ${release} answered ${response.status}`);
  }

  const inserted = {
    event: 'INSERT',
    schema: 'public',
    table: 'content_releases',
    select: ['id', 'published_at'],
  } as const;
  await new Promise<void>((resolve, reject) => {
    realtime
      .channel('content')
      .on(REALTIME_LISTEN_TYPES.POSTGRES_CHANGES, { ...inserted, select: [...inserted.select] }, (change) => {
        const { id } = change.new as { readonly id: number };
        void read(id).then(() => waiting.get(id)?.());
      })
      .on(REALTIME_LISTEN_TYPES.SYSTEM, {}, ({ status }: { readonly status: string }) =>
        status === 'ok' ? resolve() : reject(new Error('the changes of releases cannot be heard')),
      )
      .subscribe((status, error) => {
        if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) reject(error ?? new Error(status));
      });
  });

  return {
    has: (release) => new Promise((resolve) => waiting.set(release, resolve)),
    read,
    async [Symbol.asyncDispose]() {
      await realtime.removeAllChannels();
      await realtime.disconnect();
    },
  };
}
