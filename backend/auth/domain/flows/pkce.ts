import { createHash } from 'node:crypto';
import { sameText } from '../../../util/same-text.ts';
import { text } from '../../body.ts';
import { invalid } from '../../errors.ts';

/** The keys of a request body for PKCE. */
export const pkceKeys = { code_challenge: text, code_challenge_method: text };

/** The challenge of RFC 7636, as columns of `auth.flow_state`; the app keeps its verifier. */
export interface CodeChallenge {
  readonly code_challenge: string;
  readonly code_challenge_method: 's256' | 'plain';
}

/**
 * The PKCE parameters of a request: both or neither.
 * @returns undefined in the implicit flow
 * @throws AuthError validation_failed
 */
export function readChallenge({
  code_challenge,
  code_challenge_method: method,
}: Readonly<Record<keyof CodeChallenge, string>>): CodeChallenge | undefined {
  if (code_challenge === '' && method === '') return undefined;
  if (code_challenge === '' || method === '')
    throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(code_challenge))
    throw invalid('code challenge must be 43 to 128 unreserved characters');
  const lower = method.toLowerCase();
  if (lower !== 's256' && lower !== 'plain') throw invalid('code challenge method must be S256 or plain');
  return { code_challenge, code_challenge_method: lower };
}

export function verifiesChallenge(
  { code_challenge, code_challenge_method: method }: CodeChallenge,
  verifier: string,
): boolean {
  const derived = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  return sameText(derived, code_challenge);
}
