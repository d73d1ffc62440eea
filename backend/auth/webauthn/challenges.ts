import type { Queryable } from '../../db/database.ts';
import { AuthError } from '../errors.ts';
import { challengeLifetime } from './ceremonies.ts';

type ChallengeType = 'registration' | 'authentication';

/** The keys of upstream's session data that this server uses. */
export interface SessionData {
  /** Base64url. */
  readonly challenge: string;
  readonly rpId: string;
  readonly userVerification: 'required';
}

/** `expires_at` is in seconds since 1970. */
interface IssuedChallenge {
  readonly id: string;
  readonly expires_at: number;
}

/**
 * Inserts a challenge. It replaces the account's previous one, and deletes a few expired ones to bound the table.
 * @param userId null for a sign-in, where the user is still unknown
 */
export async function insertPasskeyChallenge(
  db: Queryable,
  type: ChallengeType,
  userId: string | null,
  data: SessionData,
): Promise<IssuedChallenge> {
  const [row] = await db.query<IssuedChallenge>(
    `with replaced as (
       delete from auth.webauthn_challenges where user_id = $2
     ), expired as (
       delete from auth.webauthn_challenges where id in (
         select id from auth.webauthn_challenges where expires_at < now() - interval '1 hour' and user_id is null
         order by expires_at limit 10 for update skip locked)
     )
     insert into auth.webauthn_challenges (challenge_type, user_id, session_data, expires_at)
     values ($1, $2, $3, now() + make_interval(secs => $4))
     returning id, floor(extract(epoch from expires_at))::integer as expires_at`,
    [type, userId, JSON.stringify(data), challengeLifetime],
  );
  return row!;
}

/**
 * Deletes a challenge, so that it works once, even if the verification then fails.
 * @returns the challenge, base64url
 * @throws AuthError webauthn_challenge_not_found, webauthn_challenge_expired
 */
export async function consumeChallenge(
  db: Queryable,
  type: ChallengeType,
  userId: string | null,
  id: string,
): Promise<string> {
  const [row] = await db.query<{ session_data: SessionData; expired: boolean }>(
    `delete from auth.webauthn_challenges where id = $1 and challenge_type = $2 and user_id is not distinct from $3
     returning session_data, expires_at <= now() as expired`,
    [id, type, userId],
  );
  if (!row) throw new AuthError('webauthn_challenge_not_found');
  if (row.expired) throw new AuthError('webauthn_challenge_expired');
  return row.session_data.challenge;
}
