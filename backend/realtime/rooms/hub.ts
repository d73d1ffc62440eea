import type { Broadcast } from '../protocol/frames.ts';
import { Presence, type PresenceEntry } from './presence.ts';

/** A channel, as its room sees it: one client in one room. */
export interface RoomMember {
  readonly receivesBroadcasts: boolean;
  readonly receivesPresence: boolean;
  deliver(broadcast: Broadcast): void;
  /** Sends an event whose payload is JSON text. */
  push(event: string, payload: string): void;
}

/** A client's new presence; undefined when the client left. */
export interface PresenceChange {
  readonly room: string;
  /** `<process>/<number>` of the client. */
  readonly owner: string;
  readonly entry: PresenceEntry | undefined;
}

interface Room {
  /** The members in this process, with the names under which they own presences. */
  readonly members: Map<RoomMember, string>;
  readonly presence: Presence;
}

/** The name of a topic's room. A private and a public channel of one name use two rooms. */
export function roomOf(topic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${topic}`;
}

/** The process of a presence's owner. */
export function processOf(owner: string): string {
  return owner.slice(0, owner.lastIndexOf('/'));
}

/** The rooms of this process: who has joined which topic. */
export class Hub {
  readonly #process: string;
  readonly #announce: (change: PresenceChange) => void;
  readonly #rooms = new Map<string, Room>();
  #joined = 0;

  /** @param announce receives the presence changes of this process's own clients */
  constructor(process: string, announce: (change: PresenceChange) => void) {
    this.#process = process;
    this.#announce = announce;
  }

  join(room: string, member: RoomMember): void {
    this.#joined += 1;
    this.#room(room).members.set(member, `${this.#process}/${this.#joined}`);
  }

  /** Removes the member and its presence. */
  leave(room: string, member: RoomMember): void {
    const owner = this.#ownerOf(room, member);
    if (owner === undefined) return;
    this.#rooms.get(room)?.members.delete(member);
    this.#setOwn({ room, owner, entry: undefined });
  }

  /** Delivers a broadcast to the members of this process. */
  broadcast(room: string, broadcast: Broadcast, except?: RoomMember): void {
    for (const member of this.#rooms.get(room)?.members.keys() ?? [])
      if (member.receivesBroadcasts && member !== except) member.deliver(broadcast);
  }

  /** The number of members in this process. */
  listeners(room: string): number {
    return this.#rooms.get(room)?.members.size ?? 0;
  }

  /** Bytes of a room's presences. */
  presenceSize(room: string): number {
    return this.#rooms.get(room)?.presence.size ?? 0;
  }

  /** The JSON text of `presence_state`. */
  presenceState(room: string): string {
    return this.#rooms.get(room)?.presence.state() ?? '{}';
  }

  track(room: string, member: RoomMember, entry: PresenceEntry | undefined): void {
    const owner = this.#ownerOf(room, member);
    if (owner !== undefined) this.#setOwn({ room, owner, entry });
  }

  /** Applies a presence change. Returns false if it was known. */
  setPresence({ room: name, owner, entry }: PresenceChange): boolean {
    const room = this.#room(name);
    const diff = room.presence.set(owner, entry);
    if (diff !== undefined)
      for (const member of room.members.keys())
        if (member.receivesPresence) member.push('presence_diff', diff);
    if (room.members.size === 0 && room.presence.entries.size === 0) this.#rooms.delete(name);
    return diff !== undefined;
  }

  /** Removes the presences of the owners that have gone. */
  forgetPresences(isGone: (owner: string) => boolean): void {
    for (const { room, owner } of this.#allPresences())
      if (isGone(owner)) this.setPresence({ room, owner, entry: undefined });
  }

  /** The presences of this process's own clients. */
  ownPresences(): PresenceChange[] {
    return this.#allPresences().filter(({ owner }) => processOf(owner) === this.#process);
  }

  #room(name: string): Room {
    const room = this.#rooms.get(name) ?? {
      members: new Map<RoomMember, string>(),
      presence: new Presence(),
    };
    this.#rooms.set(name, room);
    return room;
  }

  #ownerOf(room: string, member: RoomMember): string | undefined {
    return this.#rooms.get(room)?.members.get(member);
  }

  #setOwn(change: PresenceChange): void {
    if (this.setPresence(change)) this.#announce(change);
  }

  #allPresences(): PresenceChange[] {
    return [...this.#rooms].flatMap(([room, { presence }]) =>
      [...presence.entries].map(([owner, entry]) => ({ room, owner, entry })),
    );
  }
}
