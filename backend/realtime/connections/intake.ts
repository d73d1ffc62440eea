import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { createBucket, messageOverhead, type Limits } from '../quotas/limits.ts';
import type { Slot } from '../quotas/admission.ts';

export interface Wire {
  readonly socket: WebSocket;
  /** The underlying connection, to count the bytes of pings and fragments too. */
  readonly stream: Duplex;
}

export interface Receiver {
  /** Handles a message; the next one waits until it settles. Must not reject. */
  receive(data: Buffer, isBinary: boolean): Promise<void>;
  /** Closes the connection because it sends too much. */
  reject(): void;
}

/** In milliseconds. Stops reading from a network that sends too much, but not for so long that heartbeats time out. */
const longestPause = 10_000;

/** Passes a client's messages to the receiver, one by one, while the client stays within its limits. */
export function takeIn(
  { socket, stream }: Wire,
  slot: Pick<Slot, 'receive' | 'pauseAfter'>,
  limits: Limits,
  { receive, reject }: Receiver,
): void {
  const bucket = createBucket(limits.messages);
  let waitingBytes = 0;
  let queue = Promise.resolve();

  /** Stops reading for a while: TCP makes the client wait. */
  function pause(milliseconds: number): void {
    if (milliseconds === 0 || socket.isPaused) return;
    socket.pause();
    setTimeout(() => socket.resume(), Math.min(milliseconds, longestPause)).unref();
  }

  /** Counts received bytes. Returns false if it closed the connection. */
  function count(cost: number, isWithin: boolean): boolean {
    if (socket.readyState !== socket.OPEN) return false;
    if (isWithin && slot.receive(cost)) {
      pause(slot.pauseAfter(cost));
      return true;
    }
    reject();
    // Stop reading: otherwise the data still in flight would be read before the client's close frame.
    socket.pause();
    return false;
  }

  stream.on('data', ({ length }: Buffer) => count(length, true));
  socket.on('ping', (data) => {
    if (count(messageOverhead, bucket.take())) socket.pong(data);
  });
  socket.on('message', (message: RawData, isBinary: boolean) => {
    const data = message as Buffer;
    const size = data.length + messageOverhead;
    if (!count(messageOverhead, bucket.take() && waitingBytes + size <= limits.waitingBytes)) return;
    waitingBytes += size;
    queue = queue.then(async () => {
      await receive(data, isBinary);
      waitingBytes -= size;
    });
  });
}
