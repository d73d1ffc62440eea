/** `given`: a review was stored. `settled`: one was delivered or refused. */
export type ReviewsEvent = 'given' | 'settled';

const name = 'ratings';

/** Announces a change of the stored reviews to every tab, including this one. */
export function announceReviews(event: ReviewsEvent): void {
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel stays within its origin
  channel.postMessage(event);
  channel.close();
}

/**
 * Calls `listener` when any tab, including this one, changes the stored reviews.
 * @param signal unsubscribes
 */
export function onReviews(listener: (event: ReviewsEvent) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<ReviewsEvent>) => listener(data));
  signal.addEventListener('abort', () => channel.close(), { once: true });
}
