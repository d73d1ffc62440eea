import { createHmac, hkdfSync } from 'node:crypto';
import type { JWK } from 'jose';

/** Makes refresh tokens and what is stored of them. See docs/decisions/refresh-tokens.md. */
export interface RefreshTokenFormat {
  /**
   * The token that follows `parent` (as stored; null for the first) in a session, and what is stored of it. It is
   * computed, not drawn, so that it can be handed out again although it is not stored.
   */
  derive(sessionId: string, parent: string | null): { readonly token: string; readonly stored: string };
  /** The token of a row, if it was derived from one of our keys. */
  recover(sessionId: string, parent: string | null, stored: string): string | undefined;
  /** What may be stored of a token, one value for each key. */
  lookup(token: string): readonly string[];
}

const tokenPattern = /^[a-z0-9]{12}$/;
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** The wire's form of a refresh token: 12 lower-case alphanumerics. */
export function isRefreshToken(text: string): boolean {
  return tokenPattern.test(text);
}

function secretOf(key: JWK): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(key.d ?? '', 'base64url'), '', 'refresh tokens', 32));
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

/** @param signing the private signing keys; the first makes tokens, all recognise them */
export function createRefreshTokenFormat(signing: readonly JWK[]): RefreshTokenFormat {
  const secrets = signing.map(secretOf);
  const first = secrets[0];
  if (!first) throw new Error('There is no signing key.');
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
