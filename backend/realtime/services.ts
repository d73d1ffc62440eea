import type { Context } from '../service/context.ts';
import type { ChangeFeed } from './changes.ts';
import type { Hub } from './hub.ts';
import type { Limits } from './limits.ts';
import type { Peers } from './peers.ts';
import type { Seats } from './seats.ts';

/** What the parts of realtime share. */
export interface RealtimeServices {
  readonly context: Context;
  readonly limits: Limits;
  readonly hub: Hub;
  readonly feed: ChangeFeed;
  readonly peers: Peers;
  readonly seats: Seats;
}
