import * as v from 'valibot';
import { isUuid } from '../../util/uuid.ts';
import { readJson, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import type { AuthRequest } from '../request.ts';
import { challengeLifetime } from './ceremonies.ts';
import type { RelyingParty } from './relying-party.ts';

type ChallengeType = 'registration' | 'authentication';

/** The keys of upstream's session data that this server uses. */
export interface SessionData {
  /** Base64url. */
  readonly challenge: string;
  readonly rpId: string;
  readonly userVerification: 'required';
}

export function sessionDataOf({ id: rpId }: RelyingParty, challenge: string): SessionData {
  return { challenge, rpId, userVerification: 'required' };
}

/**
 * Inserts a challenge. It replaces the account's previous one, and deletes a few expired ones to bound the table.
 * @param userId null for a sign-in, where the user is still unknown
 * @returns the keys that the response adds to the options; `expires_at` is in seconds since 1970
 */
export async function insertPasskeyChallenge(
  { db }: AuthRequest,
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
     returning id as challenge_id, floor(extract(epoch from expires_at))::integer as expires_at`,
    [type, userId, JSON.stringify(data), challengeLifetime],
  );
  return row!;
}

const bodySchema = v.object({ challenge_id: text, credential: v.optional(v.unknown()) });

/**
 * Reads the body with an authenticator's response. It deletes the challenge, which works once, even if the verification
 * then fails.
 * @returns the challenge, base64url, and the unverified response
 * @throws AuthError validation_failed, webauthn_challenge_not_found, webauthn_challenge_expired
 */
export async function readResponse(
  request: AuthRequest,
  type: ChallengeType,
  userId: string | null,
): Promise<{ readonly challenge: string; readonly credential: unknown }> {
  const { challenge_id: id, credential } = await readJson(request, bodySchema);
  if (id === '') throw invalid('challenge_id is required');
  if (credential === undefined || credential === null) throw invalid('credential is required');
  if (!isUuid(id)) throw invalid('challenge_id must be a valid UUID');
  const [row] = await request.db.query<{ session_data: SessionData; expired: boolean }>(
    `delete from auth.webauthn_challenges where id = $1 and challenge_type = $2 and user_id is not distinct from $3
     returning session_data, expires_at <= now() as expired`,
    [id, type, userId],
  );
  if (!row) throw new AuthError('webauthn_challenge_not_found');
  if (row.expired) throw new AuthError('webauthn_challenge_expired');
  return { challenge: row.session_data.challenge, credential };
}
