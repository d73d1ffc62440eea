import { createHash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { Caller } from '../../identity/caller.ts';
import { databaseSession } from '../protocol/credential.ts';

const rights = ['readBroadcast', 'readPresence', 'writeBroadcast', 'writePresence'] as const;

/** Rights of a caller in a channel. */
export type Permissions = Readonly<Record<(typeof rights)[number], boolean>>;

/** @param has whether the caller has the right at this index */
function permissions(has: (index: number) => boolean): Permissions {
  return Object.fromEntries(rights.map((right, index) => [right, has(index)])) as Permissions;
}

/** The permissions in a public channel. */
export const everything = permissions(() => true);

/** In the order of `rights`. */
const sql = `select read_broadcast, read_presence, write_broadcast, write_presence from realtime.permissions($1)`;

/**
 * Evaluates the policies of `realtime.messages`, as a hosted project does: it writes two rows of the topic and rolls
 * them back. The caller may receive the kinds whose row it sees, and send the kinds whose row it may insert. The query
 * runs on a caller's connection, with the time limit of callers.
 */
export async function askPolicies(db: Database, caller: Caller, topic: string): Promise<Permissions> {
  const session = { ...databaseSession(caller, false), rollback: true };
  const { rows } = await db.asCaller(session, { sql, values: [topic] });
  return permissions((index) => rows[0]?.[index] === 't');
}

export type PermissionsCache = ReturnType<typeof createPermissionsCache>;

/**
 * Caches the permissions of one connection by topic, because clients rejoin often.
 * @param lifetimeMs a hosted project caches permissions for the lifetime of the connection
 * @param maxEntries beyond it the cache drops the oldest entry
 */
export function createPermissionsCache(lifetimeMs: number, maxEntries: number) {
  const known = new Map<string, { readonly permissions: Permissions; readonly until: number }>();
  return {
    /** @param ask is called on a cache miss */
    async get({ role, claimsText }: Caller, topic: string, ask: () => Promise<Permissions>) {
      const key = createHash('sha256')
        .update(JSON.stringify([role, claimsText, topic]))
        .digest('base64');
      const entry = known.get(key);
      if (entry && entry.until > performance.now()) return entry.permissions;
      const permissions = await ask();
      known.delete(key);
      if (known.size >= maxEntries) known.delete(known.keys().next().value ?? '');
      known.set(key, { permissions, until: performance.now() + lifetimeMs });
      return permissions;
    },
  };
}
