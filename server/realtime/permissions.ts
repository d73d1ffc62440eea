import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { Caller } from '../http/caller.ts';
import { databaseSession } from './identity.ts';

/** What a caller may do in a channel. */
export interface Permissions {
  readonly readBroadcast: boolean;
  readonly readPresence: boolean;
  readonly writeBroadcast: boolean;
  readonly writePresence: boolean;
}

export const everything: Permissions = {
  readBroadcast: true,
  readPresence: true,
  writeBroadcast: true,
  writePresence: true,
};

const sql = `select read_broadcast, read_presence, write_broadcast, write_presence from realtime.permissions($1)`;

/**
 * Asks the policies of `realtime.messages`, as a hosted project does: two rows of the topic are written and taken
 * back; which of them the caller sees is what it may hear, which it may insert is what it may send. It is asked on a
 * connection of callers, with their time limit.
 */
export async function askPolicies(db: Database, caller: Caller, topic: string): Promise<Permissions> {
  const session = { ...databaseSession(caller, false), rollback: true };
  const { rows } = await db.asCaller(session, { sql, values: [topic] });
  const [readBroadcast, readPresence, writeBroadcast, writePresence] = (rows[0] ?? []).map(
    (value) => value === 't',
  );
  return {
    readBroadcast: readBroadcast ?? false,
    readPresence: readPresence ?? false,
    writeBroadcast: writeBroadcast ?? false,
    writePresence: writePresence ?? false,
  };
}

/** What the policies say of the topics of one connection, kept for a while: clients join again and again. */
export interface PermissionsCache {
  /** @param ask is called when it is not known */
  get(caller: Caller, topic: string, ask: () => Promise<Permissions>): Promise<Permissions>;
}

/**
 * @param lifetime milliseconds; a hosted project keeps its answers as long as the connection
 * @param maxEntries beyond that the oldest one goes
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
