import type { Broadcast } from './frames.ts';
import { createPresence, type Presence } from './presence.ts';

/** What the hub needs of a channel, that is, of one client in one room. */
export interface Member {
  /** Whether the client gets its own broadcasts as well. */
  readonly self: boolean;
  readonly hearsBroadcasts: boolean;
  readonly hearsPresence: boolean;
  deliver(broadcast: Broadcast): void;
  /** Sends an event whose payload is JSON text. */
  push(event: string, payload: string): void;
}

/** The clients that have joined the same topic. A private and a public channel of one name are two rooms. */
interface Room {
  readonly members: Set<Member>;
  readonly presence: Presence<Member>;
}

export interface Hub {
  join(room: string, member: Member): void;
  /** Leaves; the others hear that its presence is gone. */
  leave(room: string, member: Member): void;
  /** Hands a broadcast to the members of this process; `sender` only gets it back when it asked for that. */
  broadcast(room: string, broadcast: Broadcast, sender?: Member): void;
  /** The presence of a room as JSON text, as `presence_state` sends it. */
  presenceState(room: string): string;
  track(room: string, member: Member, key: string, meta: Readonly<Record<string, unknown>>): void;
  untrack(room: string, member: Member): void;
}

export function roomOf(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`;
}

/** The rooms of this process. */
export function createHub(): Hub {
  const rooms = new Map<string, Room>();

  function sendDiff(room: Room, diff: string | undefined): void {
    if (diff === undefined) return;
    for (const member of room.members) if (member.hearsPresence) member.push('presence_diff', diff);
  }

  return {
    join(name, member) {
      const room = rooms.get(name) ?? { members: new Set(), presence: createPresence() };
      rooms.set(name, room);
      room.members.add(member);
    },
    leave(name, member) {
      const room = rooms.get(name);
      if (!room?.members.delete(member)) return;
      if (room.members.size === 0) rooms.delete(name);
      sendDiff(room, room.presence.untrack(member));
    },
    broadcast(name, broadcast, sender) {
      for (const member of rooms.get(name)?.members ?? [])
        if (member.hearsBroadcasts && (member !== sender || member.self)) member.deliver(broadcast);
    },
    presenceState: (name) => rooms.get(name)?.presence.state() ?? '{}',
    track(name, member, key, meta) {
      const room = rooms.get(name);
      if (room?.members.has(member)) sendDiff(room, room.presence.track(member, key, meta));
    },
    untrack(name, member) {
      const room = rooms.get(name);
      if (room) sendDiff(room, room.presence.untrack(member));
    },
  };
}
