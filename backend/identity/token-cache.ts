import { hash } from 'node:crypto';
import { createCache } from '../util/cache.ts';
import type { VerifiedToken } from './claims.ts';

/** Size of the tokens, and of their claims as text, doubled because the parsed claims take at least as much. Fits 10,000 typical tokens. */
const maxBytes = 24 * 1024 * 1024;
/** A session has one current token; tabs and a refresh under way may still use the one before. */
const maxPerSession = 4;

/** The order n of the curve P-256, and its half. */
const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');
const halfOrder = Buffer.from('7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8', 'hex');
/** Length of r, and of s, in an ES256 signature. */
const scalarBytes = 32;

/** Replaces `s` by n − s, in place. */
function negate(s: Buffer): void {
  let borrow = 0;
  for (let index = scalarBytes - 1; index >= 0; index -= 1) {
    const difference = order[index]! - s[index]! - borrow;
    s[index] = difference;
    borrow = difference < 0 ? 1 : 0;
  }
}

/**
 * The bytes that all spellings of a signature share: base64url ignores the last bits of the last character, and an
 * ES256 signature (r, s) is as valid as (r, n − s), so anybody can write one token in several ways.
 */
function canonicalSignature(text: string): string {
  const bytes = Buffer.from(text, 'base64url');
  const s = bytes.subarray(scalarBytes);
  if (s.length === scalarBytes && s.compare(halfOrder) > 0 && s.compare(order) < 0) negate(s);
  return bytes.toString('latin1');
}

/** Identifies a token in any spelling of its signature. The key covers the signature: no forged token matches it. */
export function tokenKey(token: string): string {
  const end = token.lastIndexOf('.') + 1;
  return hash('sha256', `${token.slice(0, end)}${canonicalSignature(token.slice(end))}`, 'base64url');
}

interface Entry {
  readonly token: VerifiedToken;
  /** The spelling that was verified: the one that its owner sends again and again. */
  readonly text: string;
}

/**
 * Verified tokens by their key, bounded in bytes and per session. Beyond the bounds it evicts the least recently used
 * tokens, and the oldest of a session: a token that is still in use is verified again.
 */
export function createTokenCache(maxSize = maxBytes) {
  const keysOfSession = new Map<string, Set<string>>();
  /** Finds the key without computing a hash. */
  const keyOfText = new Map<string, string>();
  const cache = createCache<Entry>({
    maxSize,
    sizeCalculation: ({ token, text }) => 2 * token.claimsText.length + text.length,
    dispose({ token: { claims }, text }, key) {
      keyOfText.delete(text);
      const session = claims.session_id ?? '';
      const keys = keysOfSession.get(session);
      keys?.delete(key);
      if (keys?.size === 0) keysOfSession.delete(session);
    },
  });

  const keyOf = (text: string): string => keyOfText.get(text) ?? tokenKey(text);

  return {
    keyOf,
    get: (text: string) => cache.get(keyOf(text))?.token,
    set(text: string, token: VerifiedToken): void {
      const key = keyOf(text);
      cache.set(key, { token, text });
      if (!cache.has(key)) return;
      keyOfText.set(text, key);
      const session = token.claims.session_id;
      if (session === undefined) return;
      const keys = keysOfSession.get(session) ?? new Set();
      keysOfSession.set(session, keys.add(key));
      if (keys.size > maxPerSession) cache.delete(keys.values().next().value ?? '');
    },
    delete: (text: string): void => void cache.delete(keyOf(text)),
    deleteSession(sessionId: string): void {
      for (const key of keysOfSession.get(sessionId) ?? []) cache.delete(key);
    },
    clear: (): void => cache.clear(),
  };
}
