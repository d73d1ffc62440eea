/** `given`: an entry was stored. `settled`: one was delivered or refused. */
export type OutboxEvent = 'given' | 'settled';

/** Versions before the taps announce by this name too. */
const name = 'ratings';

/** Announces a change of the outbox to every tab, including this one. */
export function announceOutbox(event: OutboxEvent): void {
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel stays within its origin
  channel.postMessage(event);
  channel.close();
}

/**
 * Calls `listener` when any tab, including this one, changes the outbox.
 * @param signal unsubscribes
 */
export function onOutbox(listener: (event: OutboxEvent) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<OutboxEvent>) => listener(data));
  signal.addEventListener('abort', () => channel.close(), { once: true });
}
