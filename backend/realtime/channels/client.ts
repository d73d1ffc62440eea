import type { Context } from '../../service/context.ts';
import type { ChangeFeed } from '../changes/feed.ts';
import type { Peers } from '../peers/peers.ts';
import type { Broadcast, RowChange, ServerMessage } from '../protocol/frames.ts';
import type { Admission, Slot } from '../quotas/admission.ts';
import type { Limits } from '../quotas/limits.ts';
import type { Hub } from '../rooms/hub.ts';
import type { PermissionsCache } from './permissions.ts';

/** The parts that all connections and HTTP requests share. */
export interface RealtimeServices {
  readonly context: Context;
  readonly limits: Limits;
  readonly hub: Hub;
  readonly feed: ChangeFeed;
  readonly peers: Peers;
  readonly admission: Admission;
}

/** One connected client: everything its channels know about its connection. */
export interface ConnectedClient {
  readonly services: RealtimeServices;
  /** The API key of the websocket's URL: the credential of channels without an access token. */
  readonly key: string;
  readonly slot: Slot;
  readonly permissions: PermissionsCache;
  isOpen(): boolean;
  send(message: ServerMessage): void;
  broadcast(topic: string, broadcast: Broadcast): void;
  /** @param ids the bindings of the channel that the change passes */
  change(topic: string, ids: readonly number[], change: RowChange): void;
}
