import { createHmac } from 'node:crypto';
import type { DerivedSecrets } from '../../../identity/root-secrets.ts';

const tokenPattern = /^[a-z0-9]{12}$/;
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Whether the text has upstream's form of a refresh token. */
export function isRefreshToken(text: string): boolean {
  return tokenPattern.test(text);
}

function tokenOf(secret: Buffer, sessionId: string, parent: string | null): string {
  const digest = createHmac('sha256', secret)
    .update(`token ${sessionId} ${parent ?? ''}`)
    .digest();
  return [...digest.subarray(0, 12)].map((byte) => alphabet[byte % alphabet.length]).join('');
}

function storedOf(secret: Buffer, token: string): string {
  return createHmac('sha256', secret).update(`stored ${token}`).digest('hex');
}

/** Derives refresh tokens and their stored forms. See docs/decisions/refresh-tokens.md. */
export function createRefreshTokenFormat(secrets: DerivedSecrets) {
  const [first] = secrets;
  return {
    /**
     * The token that follows `parent` (a stored form; null for the first) in a session. It is computed, not random, so
     * that the server can issue it again without storing it.
     */
    derive(sessionId: string, parent: string | null): { readonly token: string; readonly stored: string } {
      const token = tokenOf(first, sessionId, parent);
      return { token, stored: storedOf(first, token) };
    },
    /** The token of a row, if one of our secrets derives it. */
    recover: (sessionId: string, parent: string | null, stored: string): string | undefined =>
      secrets
        .map((secret) => ({ secret, token: tokenOf(secret, sessionId, parent) }))
        .find(({ secret, token }) => storedOf(secret, token) === stored)?.token,
    /** The forms in which a token may be stored, one for each secret. */
    lookup: (token: string): readonly string[] => secrets.map((secret) => storedOf(secret, token)),
  };
}
