import { createHmac } from 'node:crypto';
import type { DerivedSecrets } from '../../identity/root-secrets.ts';

/** Derives refresh tokens and their stored forms. See docs/decisions/refresh-tokens.md. */
export interface RefreshTokenFormat {
  /**
   * The token that follows `parent` (a stored form; null for the first) in a session. It is computed, not random, so
   * that the server can issue it again without storing it.
   */
  derive(sessionId: string, parent: string | null): { readonly token: string; readonly stored: string };
  /** The token of a row, if one of our secrets derives it. */
  recover(sessionId: string, parent: string | null, stored: string): string | undefined;
  /** The forms in which a token may be stored, one for each secret. */
  lookup(token: string): readonly string[];
}

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

export function createRefreshTokenFormat(secrets: DerivedSecrets): RefreshTokenFormat {
  const [first] = secrets;
  return {
    derive(sessionId, parent) {
      const token = tokenOf(first, sessionId, parent);
      return { token, stored: storedOf(first, token) };
    },
    recover: (sessionId, parent, stored) =>
      secrets
        .map((secret) => ({ secret, token: tokenOf(secret, sessionId, parent) }))
        .find(({ secret, token }) => storedOf(secret, token) === stored)?.token,
    lookup: (token) => secrets.map((secret) => storedOf(secret, token)),
  };
}
