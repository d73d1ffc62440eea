import cluster from 'node:cluster';
import { once } from 'node:events';
import type { ClientConfig } from 'pg';
import type { FromPrimary, FromWorker } from './messages.ts';

/** A worker process ends when its primary process does, even after `kill -9`: Node ends it with the channel. */
export const isWorker = cluster.isWorker;

function tell(message: FromWorker): void {
  process.send?.(message);
}

/** Waits for the order to start. @returns access to the built-in database; undefined with DATABASE_URL */
export async function startOrder(): Promise<ClientConfig | undefined> {
  const order = once(process, 'message') as Promise<[FromPrimary]>;
  tell({ kind: 'listening' });
  const [{ connection }] = await order;
  return connection;
}

/** Tells the primary process that this one serves. @param announcement lines to print, of which it prints one worker's */
export function reportReady(announcement: readonly string[]): void {
  tell({ kind: 'ready', announcement });
}

/** Closes the channel, which would keep this process alive. */
export function leave(): void {
  cluster.worker?.disconnect();
}
