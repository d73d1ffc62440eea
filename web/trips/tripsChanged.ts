import { createEmitter } from '../util/signal.ts';

/** Something about the driver's trips has changed, or may have while the connection was lost. */
export const tripsChanged = createEmitter();
