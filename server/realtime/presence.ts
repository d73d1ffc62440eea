import { randomBytes } from 'node:crypto';

type Meta = Readonly<Record<string, unknown>>;

/** Who is there in a room, in the shape of Phoenix.Presence: key → metas, each with a `phx_ref` of its own. */
export interface Presence<Owner> {
  /** Says or changes what an owner tells of itself. Gives the `presence_diff` as JSON text. */
  track(owner: Owner, key: string, meta: Meta): string;
  /** Undefined when the owner was not there. */
  untrack(owner: Owner): string | undefined;
  /** The `presence_state` as JSON text. */
  state(): string;
}

interface Entry {
  readonly key: string;
  readonly ref: string;
  readonly meta: Meta;
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

export function createPresence<Owner>(): Presence<Owner> {
  const entries = new Map<Owner, Entry>();
  return {
    track(owner, key, meta) {
      const previous = entries.get(owner);
      const ref = randomBytes(9).toString('base64url');
      const entry = { key, ref, meta: previous ? { ...meta, phx_ref_prev: previous.ref } : meta };
      entries.set(owner, { key, ref, meta });
      return JSON.stringify({ joins: grouped([entry]), leaves: grouped(previous ? [previous] : []) });
    },
    untrack(owner) {
      const entry = entries.get(owner);
      if (!entry) return undefined;
      entries.delete(owner);
      return JSON.stringify({ joins: {}, leaves: grouped([entry]) });
    },
    state: () => JSON.stringify(grouped([...entries.values()])),
  };
}
