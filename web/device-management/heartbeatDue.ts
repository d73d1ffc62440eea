import { createEmitter } from '../util/signal.ts';

// Part of every home screen: the heartbeats themselves load later.

/** An administrator may have asked for something: a heartbeat is due now. Nothing happens where no heartbeats are sent. */
export const heartbeatDue = createEmitter();
