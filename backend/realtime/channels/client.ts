import type { Context } from '../../context.ts';
import type { ChangeFeed } from '../changes/feed.ts';
import type { Hub } from '../rooms/hub.ts';
import type { Limits } from '../quotas/limits.ts';
import type { Peers } from '../peers/peers.ts';
import type { Seats } from '../quotas/admission.ts';

/** What the parts of realtime share. */
export interface RealtimeServices {
  readonly context: Context;
  readonly limits: Limits;
  readonly hub: Hub;
  readonly feed: ChangeFeed;
  readonly peers: Peers;
  readonly seats: Seats;
}
