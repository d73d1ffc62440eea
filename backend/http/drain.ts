import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

/** Requests in flight have this long to finish after the signal. */
const timeoutMs = 10_000;
/** An accepted connection has this long to send its request. */
const graceMs = 1000;

/**
 * Closes a server without breaking requests in flight: it accepts no new connection, serves requests in flight and those on
 * open connections with `Connection: close` (`listen.ts`), and cuts the connections that are left after 10 s.
 * @param hurry cuts them earlier
 */
export function closeServer(server: Server, hurry: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cut = (): void => server.closeAllConnections();
    const timers = [setTimeout(() => server.closeIdleConnections(), graceMs), setTimeout(cut, timeoutMs)];
    // Not its own `close`, which at once cuts connections whose next request may be in flight.
    NetServer.prototype.close.call(server, () => {
      for (const timer of timers) clearTimeout(timer);
      hurry.removeEventListener('abort', cut);
      resolve();
    });
    if (hurry.aborted) cut();
    else hurry.addEventListener('abort', cut, { once: true });
  });
}
