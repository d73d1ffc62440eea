import { createHash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { Caller } from '../../identity/caller.ts';
import { databaseSession } from '../protocol/credential.ts';

/** Rights of a caller in a channel. */
export interface Permissions {
  readonly readBroadcast: boolean;
  readonly readPresence: boolean;
  readonly writeBroadcast: boolean;
  readonly writePresence: boolean;
}

/** The permissions in a public channel. */
export const everything: Permissions = {
  readBroadcast: true,
  readPresence: true,
  writeBroadcast: true,
  writePresence: true,
};

const sql = `select read_broadcast, read_presence, write_broadcast, write_presence from realtime.permissions($1)`;

/**
 * Evaluates the policies of `realtime.messages`, as a hosted project does: it writes two rows of the topic and rolls
 * them back. The caller may receive the kinds whose row it sees, and send the kinds whose row it may insert. The query
 * runs on a caller's connection, with the time limit of callers.
 */
export async function askPolicies(db: Database, caller: Caller, topic: string): Promise<Permissions> {
  const session = { ...databaseSession(caller, false), rollback: true };
  const { rows } = await db.asCaller(session, { sql, values: [topic] });
  const [readBroadcast = false, readPresence = false, writeBroadcast = false, writePresence = false] = (
    rows[0] ?? []
  ).map((value) => value === 't');
  return { readBroadcast, readPresence, writeBroadcast, writePresence };
}

/** Caches the permissions of one connection by topic, because clients rejoin often. */
export interface PermissionsCache {
  /** @param ask is called on a cache miss */
  get(caller: Caller, topic: string, ask: () => Promise<Permissions>): Promise<Permissions>;
}

/**
 * @param lifetime milliseconds; a hosted project caches permissions for the lifetime of the connection
 * @param maxEntries beyond it the cache drops the oldest entry
 */
export function createPermissionsCache(lifetime: number, maxEntries: number): PermissionsCache {
  const known = new Map<string, { readonly permissions: Permissions; readonly until: number }>();
  return {
    async get({ role, claimsText }, topic, ask) {
      const key = createHash('sha256')
        .update(JSON.stringify([role, claimsText, topic]))
        .digest('base64');
      const entry = known.get(key);
      if (entry && entry.until > performance.now()) return entry.permissions;
      const permissions = await ask();
      known.delete(key);
      if (known.size >= maxEntries) known.delete(known.keys().next().value ?? '');
      known.set(key, { permissions, until: performance.now() + lifetime });
      return permissions;
    },
  };
}
