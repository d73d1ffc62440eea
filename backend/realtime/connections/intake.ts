import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { createBucket, messageOverhead, type Limits } from '../quotas/limits.ts';
import type { Seat } from '../quotas/admission.ts';

export interface Wire {
  readonly socket: WebSocket;
  /** The underlying connection, to count bytes that are no complete message: pings and fragments. */
  readonly stream: Duplex;
}

export interface Receiver {
  /** Handles a message; the next one waits until it settles. Must not reject. */
  receive(data: Buffer, isBinary: boolean): Promise<void>;
  /** Ends the connection, which sends too much. */
  refuse(): void;
}

/** A network that sends too much is not read for so many milliseconds at most: heartbeats must get through. */
const longestRest = 10_000;

/** Hands on what a client sends, message by message, as long as it keeps to its limits. */
export function takeIn(
  { socket, stream }: Wire,
  seat: Pick<Seat, 'receive' | 'restAfter'>,
  limits: Limits,
  { receive, refuse }: Receiver,
): void {
  const bucket = createBucket(limits.messages);
  let waitingBytes = 0;
  let queue = Promise.resolve();

  /** Does not read on for a while: what the client sends then waits on its own side. */
  function rest(milliseconds: number): void {
    if (milliseconds === 0 || socket.isPaused) return;
    socket.pause();
    setTimeout(() => socket.resume(), Math.min(milliseconds, longestRest)).unref();
  }

  /** Counts what came. False when it ended the connection. */
  function count(cost: number, isWithin: boolean): boolean {
    if (socket.readyState !== socket.OPEN) return false;
    if (isWithin && seat.receive(cost)) {
      rest(seat.restAfter(cost));
      return true;
    }
    refuse();
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
