import { randomBytes } from 'node:crypto';

type Meta = Readonly<Record<string, unknown>>;

export interface PresenceEntry {
  readonly key: string;
  /** Changes with every `track`. */
  readonly ref: string;
  readonly meta: Meta;
}

/** Charged on top of an entry's JSON text. */
const entryOverheadBytes = 256;

export function sizeOf(entry: Pick<PresenceEntry, 'key' | 'meta'> | undefined): number {
  return entry ? Buffer.byteLength(entry.key + JSON.stringify(entry.meta)) + entryOverheadBytes : 0;
}

export function newEntry(key: string, meta: Meta): PresenceEntry {
  return { key, ref: randomBytes(9).toString('base64url'), meta };
}

/** Clients choose their keys ("__proto__" too), so build objects from entries. */
function grouped(entries: readonly PresenceEntry[]): object {
  const byKey = Map.groupBy(entries, ({ key }) => key);
  return Object.fromEntries(
    [...byKey].map(([key, list]) => [
      key,
      { metas: list.map(({ ref, meta }) => ({ ...meta, phx_ref: ref })) },
    ]),
  );
}

/** The presences of a room, in the shape of Phoenix.Presence: key → metas, each with its own `phx_ref`. */
export class Presence {
  /** By owner: one member of the room, in any process. */
  readonly entries = new Map<string, PresenceEntry>();
  #size = 0;
  /** Caches the text, because many clients may join between two changes. */
  #state: string | undefined;

  /** Bytes of all entries. */
  get size(): number {
    return this.#size;
  }

  /** Replaces an owner's entry; undefined removes it. Returns the JSON text of `presence_diff`, undefined without a change. */
  set(owner: string, entry: PresenceEntry | undefined): string | undefined {
    const previous = this.entries.get(owner);
    if (previous?.ref === entry?.ref) return undefined;
    const joining =
      entry && previous ? { ...entry, meta: { ...entry.meta, phx_ref_prev: previous.ref } } : entry;
    if (entry) this.entries.set(owner, entry);
    else this.entries.delete(owner);
    this.#size += sizeOf(entry) - sizeOf(previous);
    this.#state = undefined;
    return JSON.stringify({
      joins: grouped(joining ? [joining] : []),
      leaves: grouped(previous ? [previous] : []),
    });
  }

  /** The JSON text of `presence_state`. */
  state(): string {
    return (this.#state ??= JSON.stringify(grouped([...this.entries.values()])));
  }
}
