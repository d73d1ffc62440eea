import cluster from 'node:cluster';
import { once } from 'node:events';
import type { FromWorker, StartOrder } from './messages.ts';

/** A worker process ends when its primary process does, even after `kill -9`: Node ends it with the channel. */
export const isWorker = cluster.isWorker;

function tell(message: FromWorker): void {
  process.send?.(message);
}

/** Waits for the order to start. */
export async function startOrder(): Promise<StartOrder> {
  const message = once(process, 'message') as Promise<[StartOrder]>;
  tell({ kind: 'listening' });
  const [order] = await message;
  return order;
}

/** Tells the primary process that this one serves. @param announcement lines to print, of which it prints one worker's */
export function reportReady(announcement: readonly string[]): void {
  tell({ kind: 'ready', announcement });
}

/** Closes the channel, which would keep this process alive. */
export function leave(): void {
  cluster.worker?.disconnect();
}
