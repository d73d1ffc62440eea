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

/** Whether the token exists, revoked or not. */
export async function isKnownToken(db: Queryable, stored: readonly string[]): Promise<boolean> {
  const rows = await db.query('select from auth.refresh_tokens where token = any ($1)', [stored]);
  return rows.length > 0;
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

/** Deletes the tokens of a session, before one that does not follow from them. */
export async function forgetRefreshTokens(transaction: Queryable, sessionId: string): Promise<void> {
  await transaction.query('delete from auth.refresh_tokens where session_id = $1', [sessionId]);
}

/** Inserts the next valid token and revokes its parent. */
export async function insertRefreshToken(
  transaction: Queryable,
  { token, user_id, session_id, parent }: Omit<RefreshTokenRow, 'revoked' | 'seconds_since_update'>,
): Promise<void> {
  await transaction.query(
    `with revoked as (
       update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where token = $4 and not revoked
     )
     insert into auth.refresh_tokens (token, user_id, session_id, parent) values ($1, $2, $3, $4)`,
    [token, user_id, session_id, parent],
  );
}
