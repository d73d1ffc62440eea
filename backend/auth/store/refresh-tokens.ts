import type { Queryable } from '../../db/database.ts';
import { column, columnsOf, type RowOf } from '../../db/rows.ts';

const columns = columnsOf('auth.refresh_tokens', {
  token: column<string>(),
  user_id: column<string>(),
  session_id: column<string>(),
  revoked: column<boolean>(),
  parent: column<string | null>(),
  /** For a revoked token: seconds since it was revoked. */
  seconds_since_update: column<number>('extract(epoch from clock_timestamp() - updated_at)::float8'),
});

/** A row of `auth.refresh_tokens`. `token` and `parent` are stored forms, never tokens themselves. */
export type RefreshTokenRow = RowOf<typeof columns>;

/**
 * Whether a token may be exchanged now: it is the active one of its session, or the direct parent of an active one that
 * its client may not have received. Undefined for an unknown token.
 */
export async function isExchangeable(db: Queryable, stored: readonly string[]): Promise<boolean | undefined> {
  const [row] = await db.query<{ is_exchangeable: boolean }>(
    `select not t.revoked or exists (
       select from auth.refresh_tokens active join auth.sessions s on s.id = active.session_id
       where active.session_id = t.session_id and active.parent = t.token and not active.revoked
         and s.unconfirmed_since is not null) as is_exchangeable
     from auth.refresh_tokens t where t.token = any ($1)`,
    [stored],
  );
  return row?.is_exchangeable;
}

/**
 * Locks the session of a refresh token, so that requests with tokens of one session take turns, and reads the token.
 * @param stored the forms in which the token may be stored
 * @throws pg.DatabaseError 55P03 when the lock is not free within 5 seconds
 */
export async function lockRefreshToken(
  transaction: Queryable,
  stored: readonly string[],
): Promise<RefreshTokenRow | undefined> {
  await transaction.query(`set local lock_timeout = '5s'`);
  await transaction.query(
    `select from auth.sessions
     where id = (select session_id from auth.refresh_tokens where token = any ($1)) for no key update`,
    [stored],
  );
  return columns.find(transaction, 'token = any ($1)', [stored]);
}

/** The valid token of a session. */
export function findActiveToken(
  transaction: Queryable,
  sessionId: string,
): Promise<RefreshTokenRow | undefined> {
  return columns.find(transaction, 'session_id = $1 and not revoked order by id desc limit 1', [sessionId]);
}

/**
 * The stored form that an active token derives from: its parent, or the token that it replaced when the parent was
 * presented again.
 */
export async function originOf(
  transaction: Queryable,
  { session_id: sessionId, parent }: RefreshTokenRow,
): Promise<string | null> {
  const [replaced] = await transaction.query<{ token: string }>(
    `select token from auth.refresh_tokens where session_id = $1 and parent = $2 and revoked
     order by id desc limit 1`,
    [sessionId, parent],
  );
  return replaced?.token ?? parent;
}

/** Deletes the tokens of a session, before one that does not follow from them. */
export async function forgetRefreshTokens(transaction: Queryable, sessionId: string): Promise<void> {
  await transaction.query('delete from auth.refresh_tokens where session_id = $1', [sessionId]);
}

/** Inserts the next valid token and revokes the former one: its parent, or `replaced`, another child of that. */
export async function insertRefreshToken(
  transaction: Queryable,
  { token, user_id, session_id, parent }: Omit<RefreshTokenRow, 'revoked' | 'seconds_since_update'>,
  replaced = parent,
): Promise<void> {
  await transaction.query(
    `with revoked as (
       update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where token = $5 and not revoked
     )
     insert into auth.refresh_tokens (token, user_id, session_id, parent) values ($1, $2, $3, $4)`,
    [token, user_id, session_id, parent, replaced],
  );
}
