import { setTimeout as delay } from 'node:timers/promises';
import type { Network } from './network.ts';
import type { Timings } from './record.ts';
import type { ListedDevice } from './device.ts';

/** Milliseconds between two looks of a passenger. */
const cycle = 15_000;

/** A passenger's phone: opens the driver's page, compares the photo, and rates once if there is a link. */
export async function ride(
  network: Network,
  device: ListedDevice,
  link: string | undefined,
  timings: Timings,
  signal: AbortSignal,
): Promise<boolean> {
  let rated = false;
  await delay(Math.random() * cycle, undefined, { signal }).catch(() => {});
  while (!signal.aborted) {
    const { verificationCode: code, photoUrl } = device;
    const look = async (): Promise<void> => {
      await timings.time('page', () => network.send(`/verify/${code}`));
      await timings.time('verify', () => network.post('/rest/v1/rpc/verify_driver', { code }));
      await timings.time('photo', () => network.send(new URL(photoUrl).pathname));
      if (link === undefined || rated) return;
      await timings.time('rate by link', () =>
        network.post('/rest/v1/rpc/rate_by_link', { token: link, rating: 4 }),
      );
      rated = true;
    };
    await look().catch(() => {});
    await delay(cycle, undefined, { signal }).catch(() => {});
  }
  return rated;
}
