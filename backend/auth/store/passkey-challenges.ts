import type { Queryable } from '../../db/database.ts';

export const challengeLifetimeSeconds = 300;

export type ChallengeType = 'registration' | 'authentication';

/** The keys of upstream's session data that this server uses. */
export interface SessionData {
  /** Base64url. */
  readonly challenge: string;
  readonly rpId: string;
  readonly userVerification: 'required';
}

/**
 * Inserts a challenge. It replaces the account's previous one, and deletes a few expired ones to bound the table.
 * @param userId null for a sign-in, where the user is still unknown
 * @returns the keys that the response adds to the options; `expires_at` is in seconds since 1970
 */
export async function insertPasskeyChallenge(
  db: Queryable,
  type: ChallengeType,
  userId: string | null,
  data: SessionData,
): Promise<{ readonly challenge_id: string; readonly expires_at: number }> {
  const [row] = await db.query<{ challenge_id: string; expires_at: number }>(
    `with replaced as (
       delete from auth.webauthn_challenges where user_id = $2
     ), expired as (
       delete from auth.webauthn_challenges where id in (
         select id from auth.webauthn_challenges where expires_at < now() - interval '1 hour' and user_id is null
         order by expires_at limit 10 for update skip locked)
     )
     insert into auth.webauthn_challenges (challenge_type, user_id, session_data, expires_at)
     values ($1, $2, $3, now() + make_interval(secs => $4))
     returning id as challenge_id, floor(extract(epoch from expires_at))::float8 as expires_at`,
    [type, userId, JSON.stringify(data), challengeLifetimeSeconds],
  );
  return row!;
}

/** Deletes and returns a challenge, which works once. */
export async function takePasskeyChallenge(
  db: Queryable,
  id: string,
  type: ChallengeType,
  userId: string | null,
): Promise<{ readonly session_data: SessionData; readonly expired: boolean } | undefined> {
  const [row] = await db.query<{ session_data: SessionData; expired: boolean }>(
    `delete from auth.webauthn_challenges where id = $1 and challenge_type = $2 and user_id is not distinct from $3
     returning session_data, expires_at <= now() as expired`,
    [id, type, userId],
  );
  return row;
}
