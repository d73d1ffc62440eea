import type { App } from '../app.ts';
import type { InternalSender } from '../http/request.ts';

/** Sends a request to a server without a port. @param sender its address, as if it came over a socket from there */
export function sendTo(
  app: Pick<App, 'fetch'>,
  path: string,
  init?: RequestInit,
  sender?: InternalSender,
): Promise<Response> {
  return app.fetch(new Request(new URL(path, 'http://localhost'), init), sender);
}
