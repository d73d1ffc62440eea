import { createHash } from 'node:crypto';
import type { VerifiedToken } from './tokens.ts';

/** Verified tokens by their hash, bounded in bytes and per session. */
export interface TokenCache {
  get(key: string): VerifiedToken | undefined;
  set(key: string, token: VerifiedToken): void;
  delete(key: string): void;
  deleteSession(sessionId: string): void;
  clear(): void;
}

/** Of claims as text, counted twice: parsed they take at least as much again. Enough for 10,000 usual tokens. */
const maxBytes = 16 * 1024 * 1024;
/** A session has one current token; tabs and a refresh under way may still use the one before. */
const maxPerSession = 4;

/** The order of the curve P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const es256Length = 64;

/**
 * The bytes that all spellings of a signature share: base64url ignores the last bits of the last character, and an
 * ES256 signature (r, s) is as valid as (r, n − s), so anybody can write one token in several ways.
 */
function canonicalSignature(text: string): string {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== es256Length) return bytes.toString('hex');
  const s = BigInt(`0x${bytes.toString('hex', es256Length / 2)}`);
  const smaller = s > order / 2n ? order - s : s;
  return bytes.toString('hex', 0, es256Length / 2) + smaller.toString(16);
}

/** What identifies a token, however its signature is written. It holds the signature: unverified text matches nothing. */
export function tokenKey(token: string): string {
  const end = token.lastIndexOf('.') + 1;
  return createHash('sha256')
    .update(token.slice(0, end))
    .update(canonicalSignature(token.slice(end)))
    .digest('base64');
}

/** Beyond the bounds the oldest entries are dropped: a token that is still in use is verified again. */
export function createTokenCache(bytes = maxBytes): TokenCache {
  const entries = new Map<string, VerifiedToken>();
  const keysOfSession = new Map<string, Set<string>>();
  let size = 0;
  const sizeOf = ({ claimsText }: VerifiedToken): number => 2 * claimsText.length;

  function remove(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    size -= sizeOf(entry);
    const session = entry.claims.session_id ?? '';
    const keys = keysOfSession.get(session);
    keys?.delete(key);
    if (keys?.size === 0) keysOfSession.delete(session);
  }

  return {
    get: (key) => entries.get(key),
    set(key, token) {
      remove(key);
      entries.set(key, token);
      size += sizeOf(token);
      const session = token.claims.session_id;
      if (session !== undefined) {
        const keys = keysOfSession.get(session) ?? new Set();
        keysOfSession.set(session, keys.add(key));
        if (keys.size > maxPerSession) remove(keys.values().next().value ?? '');
      }
      for (const oldest of entries.keys()) {
        if (size <= bytes) break;
        remove(oldest);
      }
    },
    delete: remove,
    deleteSession(sessionId) {
      for (const key of keysOfSession.get(sessionId) ?? []) remove(key);
    },
    clear() {
      entries.clear();
      keysOfSession.clear();
      size = 0;
    },
  };
}
