import type { Queryable } from '../../db/database.ts';
import type { TokenKind } from './users.ts';

/** A stored token and its user. */
export async function findToken(db: Queryable, kinds: readonly TokenKind[], stored: readonly string[]) {
  const [token] = await db.query<{ userId: string; kind: TokenKind }>(
    `select user_id as "userId", token_type as kind from auth.one_time_tokens
     where token_hash = any ($1) and token_type = any ($2) limit 1`,
    [stored, kinds],
  );
  return token;
}
