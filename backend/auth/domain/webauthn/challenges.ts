import * as v from 'valibot';
import { isUuid } from '../../../util/uuid.ts';
import { readJson, text } from '../../body.ts';
import { AuthError, invalid } from '../../errors.ts';
import type { AuthRequest } from '../../request.ts';
import {
  takePasskeyChallenge,
  type ChallengeType,
  type SessionData,
} from '../../store/passkey-challenges.ts';
import type { RelyingParty } from './relying-party.ts';

export function sessionDataOf({ id: rpId }: RelyingParty, challenge: string): SessionData {
  return { challenge, rpId, userVerification: 'required' };
}

const bodySchema = v.object({ challenge_id: text, credential: v.optional(v.unknown()) });

/**
 * Reads the body with an authenticator's response. It deletes the challenge, which works once, even if the verification
 * then fails.
 * @returns the challenge, base64url, and the unverified response
 * @throws AuthError validation_failed, webauthn_challenge_not_found, webauthn_challenge_expired
 */
export async function readResponse(
  request: Pick<AuthRequest, 'db' | 'readBody'>,
  type: ChallengeType,
  userId: string | null,
): Promise<{ readonly challenge: string; readonly credential: unknown }> {
  const { challenge_id: id, credential } = await readJson(request, bodySchema);
  if (id === '') throw invalid('challenge_id is required');
  if (credential === undefined || credential === null) throw invalid('credential is required');
  if (!isUuid(id)) throw invalid('challenge_id must be a valid UUID');
  const row = await takePasskeyChallenge(request.db, id, type, userId);
  if (!row) throw new AuthError('webauthn_challenge_not_found');
  if (row.expired) throw new AuthError('webauthn_challenge_expired');
  return { challenge: row.session_data.challenge, credential };
}
