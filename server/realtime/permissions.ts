import pg from 'pg';
import type { Database, Queryable } from '../db/database.ts';
import type { Caller } from '../http/caller.ts';

/** What a caller may do in a channel. */
export interface Permissions {
  readonly readBroadcast: boolean;
  readonly writeBroadcast: boolean;
  readonly readPresence: boolean;
  readonly writePresence: boolean;
}

export const everything: Permissions = {
  readBroadcast: true,
  writeBroadcast: true,
  readPresence: true,
  writePresence: true,
};

/** Ends the transaction, which only asked, and carries the answer out of it. */
class Answered extends Error {
  readonly permissions: Permissions;
  constructor(permissions: Permissions) {
    super();
    this.permissions = permissions;
  }
}

const forbidden = '42501';
const insertSql = `insert into realtime.messages (topic, extension, private) values ($1, $2, true)`;

async function becomeCaller(transaction: Queryable, caller: Caller, topic: string): Promise<void> {
  await transaction.query(
    `select set_config('request.jwt.claims', $1, true), set_config('realtime.topic', $2, true),
      set_config('role', $3, true)`,
    [caller.claimsText, topic, caller.role],
  );
}

async function mayInsert(transaction: Queryable, topic: string, extension: string): Promise<boolean> {
  await transaction.query('savepoint probe');
  try {
    await transaction.query(insertSql, [topic, extension]);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === forbidden) return false;
    throw error;
  } finally {
    await transaction.query('rollback to savepoint probe');
  }
}

async function readable(transaction: Queryable, ids: readonly unknown[]): Promise<Set<unknown>> {
  const rows = await transaction.query<{ extension: string }>(
    'select extension from realtime.messages where id = any ($1)',
    [ids],
  );
  return new Set(rows.map(({ extension }) => extension));
}

/**
 * Asks the policies of `realtime.messages`, as a hosted project does: two rows of the topic are written and taken
 * back; which of them the caller sees is what it may hear, which it may insert is what it may send.
 */
export async function askPolicies(db: Database, caller: Caller, topic: string): Promise<Permissions> {
  try {
    return await db.transaction(async (transaction) => {
      const probes = await transaction.query<{ id: string }>(
        `insert into realtime.messages (topic, extension, private)
         values ($1, 'broadcast', true), ($1, 'presence', true) returning id`,
        [topic],
      );
      await becomeCaller(transaction, caller, topic);
      const read = await readable(
        transaction,
        probes.map(({ id }) => id),
      );
      throw new Answered({
        readBroadcast: read.has('broadcast'),
        readPresence: read.has('presence'),
        writeBroadcast: await mayInsert(transaction, topic, 'broadcast'),
        writePresence: await mayInsert(transaction, topic, 'presence'),
      });
    });
  } catch (error) {
    if (error instanceof Answered) return error.permissions;
    throw error;
  }
}
