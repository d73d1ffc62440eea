import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

/** Requests in flight have this long to finish after the signal. */
const timeoutMs = 10_000;
/** An accepted connection has this long to send its request. */
const graceMs = 1000;

/**
 * Prepares a server to close without breaking requests in flight.
 * @param hurry cuts the connections that are left
 * @returns closes the server: it accepts no new connection, serves requests in flight and those on open connections
 *   with `Connection: close`, and cuts the connections that are left after 10 s
 */
export function prepareDraining(server: Server, hurry: AbortSignal): () => Promise<void> {
  const inFlight = new Set<ServerResponse>();
  let closing = false;
  server.prependListener('request', (_request, response) => {
    if (closing) response.shouldKeepAlive = false;
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
  });
  return () =>
    new Promise((resolve) => {
      closing = true;
      for (const response of inFlight) response.shouldKeepAlive = false;
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
