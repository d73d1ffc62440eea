/** `given`: a rating was stored. `settled`: one was delivered or refused. */
export type RatingsEvent = 'given' | 'settled';

const name = 'ratings';

/** Announces a change of the stored ratings to every tab, including this one. */
export function announceRatings(event: RatingsEvent): void {
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel stays within its origin
  channel.postMessage(event);
  channel.close();
}

/**
 * Calls `listener` when any tab, including this one, changes the stored ratings.
 * @param signal unsubscribes
 */
export function onRatings(listener: (event: RatingsEvent) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<RatingsEvent>) => listener(data));
  signal.addEventListener('abort', () => channel.close(), { once: true });
}
