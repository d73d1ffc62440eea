import { createHash } from 'node:crypto';
import { sameText } from '../../util/same-text.ts';
import { invalid } from '../errors.ts';

/** The challenge of RFC 7636; the app keeps its verifier. */
export interface CodeChallenge {
  readonly challenge: string;
  readonly method: 's256' | 'plain';
}

/**
 * The PKCE parameters of a request: both or neither.
 * @returns undefined in the implicit flow
 * @throws AuthError validation_failed
 */
export function readChallenge(challenge: string, method: string): CodeChallenge | undefined {
  if (challenge === '' && method === '') return undefined;
  if (challenge === '' || method === '')
    throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge))
    throw invalid('code challenge must be 43 to 128 unreserved characters');
  const lower = method.toLowerCase();
  if (lower !== 's256' && lower !== 'plain') throw invalid('code challenge method must be S256 or plain');
  return { challenge, method: lower };
}

export function verifiesChallenge({ challenge, method }: CodeChallenge, verifier: string): boolean {
  const derived = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  return sameText(derived, challenge);
}
