/** The last one counts for every further attempt. */
const delaysMs = [1_000, 2_000, 5_000, 10_000, 30_000] as const;

/**
 * The backoff before a retry, in milliseconds: longer each time, with a quarter of jitter either way, so that all devices
 * do not come back in the same moment.
 * @param attempt failures before this one, from 0
 */
export function retryDelay(attempt: number): number {
  const delay = delaysMs[Math.min(attempt, delaysMs.length - 1)] ?? 0;
  return delay * (0.75 + Math.random() / 2);
}

/** Over which time the devices of a fleet spread what the loss of a server makes all of them do. */
const fleetSpreadMs = 2_000;

/** How long this device waits before it does what all devices do after the loss of a server. */
export function fleetDelay(): number {
  return Math.random() * fleetSpreadMs;
}

/**
 * The backoff before a websocket connects again, in milliseconds. A server that is killed drops all of its devices in one
 * moment, so the first attempt is spread further than a retry.
 * @param tries attempts since the connection was lost, from 1
 */
export function reconnectDelay(tries: number): number {
  return retryDelay(tries - 1) + (tries === 1 ? fleetDelay() : 0);
}
