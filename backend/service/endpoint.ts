import type { Reply } from '../http/reply.ts';

/** Responds to a request of its service. @throws errors of the service, and those that its `Dialect` translates */
export type Handler<Request> = (request: Request) => Promise<Reply>;

/**
 * The needs of an endpoint, beyond its method. `open`: no API key, because it is public or checks a proof of its own.
 * `reading`: changes nothing, whatever its method. `essential`: works with little free space, as DELETE does. `upload`: has
 * a rate limit of its own.
 */
export type Mark = 'open' | 'reading' | 'essential' | 'upload';

/** A line of a service's table of endpoints. The first line that matches a request serves it; GET serves HEAD too. */
export type Endpoint<Request> = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'ALL',
  path: string,
  handle: Handler<Request>,
  ...marks: readonly Mark[],
];
