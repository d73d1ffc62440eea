import type { Broadcast } from '../protocol/frames.ts';
import { createPresence, type Entry, type Presence } from './presence.ts';

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

/** What a client, the owner, tells of itself in a room; undefined when it went. */
export interface PresenceChange {
  readonly room: string;
  readonly owner: string;
  readonly entry: Entry | undefined;
}

/**
 * The clients of this process that have joined the same topic, and who is present there, in any process. A private
 * and a public channel of one name are two rooms.
 */
interface Room {
  /** With the names under which they own their presence. */
  readonly members: Map<Member, string>;
  readonly presence: Presence;
}

export interface Hub {
  join(room: string, member: Member): void;
  /** Leaves; the others hear that its presence is gone. */
  leave(room: string, member: Member): void;
  /** Hands a broadcast to the members of this process; `sender` only gets it back when it asked for that. */
  broadcast(room: string, broadcast: Broadcast, sender?: Member): void;
  /** The clients of this process in a room. */
  listeners(room: string): number;
  /** Bytes of what a room's clients tell of themselves. */
  presenceSize(room: string): number;
  /** The presence of a room as JSON text, as `presence_state` sends it. */
  presenceState(room: string): string;
  track(room: string, member: Member, entry: Entry): void;
  untrack(room: string, member: Member): void;
  /** Takes in what a client of another process tells of itself. */
  setPresence(change: PresenceChange): void;
  /** Forgets the presences that `isGone` says so of. */
  forgetPresences(isGone: (owner: string) => boolean): void;
  /** The presences of this process's own clients. */
  ownPresences(): PresenceChange[];
}

export function roomOf(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`;
}

/** The process whose client an owner of a presence is. */
export function processOf(owner: string): string {
  return owner.slice(0, owner.lastIndexOf('/'));
}

/**
 * The rooms of a process.
 * @param announce is told of each change of its own clients' presence
 */
export function createHub(process: string, announce: (change: PresenceChange) => void): Hub {
  const rooms = new Map<string, Room>();
  let joined = 0;

  function roomNamed(name: string): Room {
    const room = rooms.get(name) ?? { members: new Map<Member, string>(), presence: createPresence() };
    rooms.set(name, room);
    return room;
  }

  /** Whether it was news. */
  function setPresence({ room: name, owner, entry }: PresenceChange): boolean {
    const room = roomNamed(name);
    const diff = room.presence.set(owner, entry);
    if (diff !== undefined)
      for (const member of room.members.keys()) if (member.hearsPresence) member.push('presence_diff', diff);
    if (room.members.size === 0 && room.presence.entries.size === 0) rooms.delete(name);
    return diff !== undefined;
  }

  function setOwn(change: PresenceChange): void {
    if (setPresence(change)) announce(change);
  }

  function everyPresence(): PresenceChange[] {
    return [...rooms].flatMap(([room, { presence }]) =>
      [...presence.entries].map(([owner, entry]) => ({ room, owner, entry })),
    );
  }

  return {
    join(name, member) {
      joined += 1;
      roomNamed(name).members.set(member, `${process}/${joined}`);
    },
    leave(name, member) {
      const room = rooms.get(name);
      const owner = room?.members.get(member);
      if (!room || owner === undefined) return;
      room.members.delete(member);
      setOwn({ room: name, owner, entry: undefined });
    },
    broadcast(name, broadcast, sender) {
      for (const member of rooms.get(name)?.members.keys() ?? [])
        if (member.hearsBroadcasts && (member !== sender || member.self)) member.deliver(broadcast);
    },
    listeners: (name) => rooms.get(name)?.members.size ?? 0,
    presenceSize: (name) => rooms.get(name)?.presence.size ?? 0,
    presenceState: (name) => rooms.get(name)?.presence.state() ?? '{}',
    track(name, member, entry) {
      const owner = rooms.get(name)?.members.get(member);
      if (owner !== undefined) setOwn({ room: name, owner, entry });
    },
    untrack(name, member) {
      const owner = rooms.get(name)?.members.get(member);
      if (owner !== undefined) setOwn({ room: name, owner, entry: undefined });
    },
    setPresence,
    forgetPresences(isGone) {
      for (const { room, owner } of everyPresence())
        if (isGone(owner)) setPresence({ room, owner, entry: undefined });
    },
    ownPresences: () => everyPresence().filter(({ owner }) => processOf(owner) === process),
  };
}
