import { randomBytes } from 'node:crypto';

type Meta = Readonly<Record<string, unknown>>;

/** What one client tells of itself. */
export interface Entry {
  readonly key: string;
  /** Different each time the client tells something. */
  readonly ref: string;
  readonly meta: Meta;
}

/** Bytes that an entry costs on top of its JSON text. */
const entryOverhead = 256;

export function sizeOf(entry: Pick<Entry, 'key' | 'meta'> | undefined): number {
  return entry ? Buffer.byteLength(entry.key + JSON.stringify(entry.meta)) + entryOverhead : 0;
}

export function newEntry(key: string, meta: Meta): Entry {
  return { key, ref: randomBytes(9).toString('base64url'), meta };
}

/** Who is there in a room, in the shape of Phoenix.Presence: key → metas, each with a `phx_ref` of its own. */
export interface Presence {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Bytes of all entries. */
  readonly size: number;
  /**
   * Takes in what an owner tells of itself, or with undefined that it went. Gives the `presence_diff` as JSON text;
   * undefined when that was known.
   */
  set(owner: string, entry: Entry | undefined): string | undefined;
  /** The `presence_state` as JSON text. */
  state(): string;
}

/** Keys are a client's own text (“__proto__” too), so objects are made of entries. */
function grouped(entries: readonly Entry[]): object {
  const byKey = Map.groupBy(entries, ({ key }) => key);
  return Object.fromEntries(
    [...byKey].map(([key, list]) => [
      key,
      { metas: list.map(({ ref, meta }) => ({ ...meta, phx_ref: ref })) },
    ]),
  );
}

export function createPresence(): Presence {
  const entries = new Map<string, Entry>();
  let size = 0;
  /** The cached text, since many clients may join between two changes; undefined after a change. */
  let state: string | undefined;
  return {
    entries,
    get size() {
      return size;
    },
    set(owner, entry) {
      const previous = entries.get(owner);
      if (previous?.ref === entry?.ref) return undefined;
      const joining =
        entry && previous ? { ...entry, meta: { ...entry.meta, phx_ref_prev: previous.ref } } : entry;
      if (entry) entries.set(owner, entry);
      else entries.delete(owner);
      size += sizeOf(entry) - sizeOf(previous);
      state = undefined;
      return JSON.stringify({
        joins: grouped(joining ? [joining] : []),
        leaves: grouped(previous ? [previous] : []),
      });
    },
    state: () => (state ??= JSON.stringify(grouped([...entries.values()]))),
  };
}
