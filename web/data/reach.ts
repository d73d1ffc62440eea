import { createEmitter } from '../util/signal.ts';

/** A request got no response, none yet, or that of a backend that is away: it is worth probing the connection. */
export const unreached = createEmitter();
