/** `given`: a rating was kept. `settled`: one was delivered or refused. */
export type RatingsEvent = 'given' | 'settled';

const name = 'ratings';

/** Tells every tab, this one too, that the kept ratings have changed. */
export function announceRatings(event: RatingsEvent): void {
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel stays within its origin
  channel.postMessage(event);
  channel.close();
}

/** Runs `listener` when a tab, this one too, has changed the kept ratings. Returns what ends it. */
export function onRatings(listener: (event: RatingsEvent) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<RatingsEvent>) => listener(data));
  return () => channel.close();
}
