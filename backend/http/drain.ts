import { Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { ServerType } from '@hono/node-server';

/** How long requests in flight may take after the signal to end, in milliseconds. */
const patience = 10_000;
/** How long a connection that was accepted may take to send its request. */
const grace = 1000;

/**
 * Prepares a server to be closed without cutting anybody off.
 * @returns closes it: new connections are refused at once; requests in flight, and those that arrive on connections
 *   that are open already, are answered with `Connection: close`. What takes longer than 10 s is cut.
 */
export function prepareDraining(server: ServerType): () => Promise<void> {
  if (!(server instanceof Server)) throw new TypeError('Only HTTP/1.1 is served.');
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
      const timers = [
        setTimeout(() => server.closeIdleConnections(), grace),
        setTimeout(() => server.closeAllConnections(), patience),
      ];
      // Not its own `close`, which at once cuts connections whose next request may be on its way.
      NetServer.prototype.close.call(server, () => {
        for (const timer of timers) clearTimeout(timer);
        resolve();
      });
    });
}
