import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { decodeProtectedHeader, errors, exportJWK, jwtVerify, SignJWT, type JWK } from 'jose';
import type { Config } from '../config/config.ts';
import { signingAlgorithm, type SigningAlgorithm } from '../config/signing-keys.ts';
import type { Queryable } from '../db/database.ts';
import { createCache } from '../util/cache.ts';
import { isUuid } from '../util/uuid.ts';
import type { Claims, VerifiedToken } from './claims.ts';
import { createTokenCache, tokenKey } from './token-cache.ts';

/** A token is not accepted. `reason` is the verifier's own text, for the detail of a wire error. */
export class TokenError extends Error {
  readonly kind: 'malformed' | 'expired' | 'session_ended';
  constructor(kind: TokenError['kind'], reason: string) {
    super(reason);
    this.kind = kind;
  }
}

export interface Tokens {
  /** Signs an access token with the first signing key. `iat` and `exp` are the caller's, in seconds. */
  sign(claims: Record<string, unknown>): Promise<string>;
  /** Verifies a token, from memory when it was verified before. @throws TokenError */
  verify(token: string): Promise<VerifiedToken>;
  /** A cached token that is still valid; undefined when it has to be verified. */
  recall(token: string): VerifiedToken | undefined;
  /** Whether this process recently signed the token and has not rejected it since: nobody can forge one. */
  isOwn(token: string): boolean;
  /** Drops the cached tokens of a session: the next request verifies them again. */
  forgetSession(sessionId: string): void;
  forgetAll(): void;
  /** The public keys of `/.well-known/jwks.json`. */
  readonly publicKeys: readonly JWK[];
}

/** A websocket message could bring a larger token than an HTTP header; ours have less than a kilobyte as a rule. */
const maxTokenCharacters = 8 * 1024;
/** The most signed tokens to remember, by their hash. */
const maxIssued = 10_000;
/** The database roles that a request may run as. */
const requestRoles = new Set<unknown>(['anon', 'authenticated', 'service_role']);
/** Clocks may differ by this much. */
const clockToleranceSeconds = 5;

interface Key {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

function readKey(jwk: JWK): Key {
  const algorithm = signingAlgorithm(jwk);
  if (!algorithm) throw new Error(`The key ${jwk.kid} cannot sign.`);
  const privateKey = createPrivateKey({ key: jwk as Record<string, string>, format: 'jwk' });
  return { kid: jwk.kid ?? '', algorithm, privateKey, publicKey: createPublicKey(privateKey) };
}

async function publicJwk({ kid, algorithm, publicKey }: Key): Promise<JWK> {
  return { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig', key_ops: ['verify'] };
}

/** By key id; tokens without a key id may be HS256 under the earlier installation's shared secret. */
function keyFor(token: string, keys: readonly Key[], legacySecret: KeyObject | undefined) {
  const { alg, kid } = decodeProtectedHeader(token);
  if (alg === 'HS256' && kid === undefined && legacySecret) return { key: legacySecret, algorithm: 'HS256' };
  const known = keys.find((key) => key.kid === kid && key.algorithm === alg);
  if (!known) throw new TokenError('malformed', 'signing key is not known');
  return { key: known.publicKey, algorithm: known.algorithm };
}

function tokenError(error: unknown): TokenError {
  if (error instanceof TokenError) return error;
  if (error instanceof errors.JWTExpired) return new TokenError('expired', 'token is expired');
  return new TokenError('malformed', error instanceof Error ? error.message : 'token is malformed');
}

/** @returns verifies a token without the database; throws TokenError */
function createVerifier(keys: readonly Key[], legacyJwtSecret: string | undefined) {
  const legacySecret = legacyJwtSecret ? createSecretKey(Buffer.from(legacyJwtSecret)) : undefined;
  return async (token: string): Promise<Claims> => {
    try {
      const { key, algorithm } = keyFor(token, keys, legacySecret);
      const { payload } = await jwtVerify(token, key, {
        algorithms: [algorithm],
        clockTolerance: clockToleranceSeconds,
      });
      const claims = { ...payload, role: payload['role'] ?? 'anon' };
      if (!requestRoles.has(claims.role)) throw new TokenError('malformed', 'token has no role of this API');
      if (payload.sub !== undefined && (payload.aud ?? 'authenticated') !== 'authenticated')
        throw new TokenError('malformed', 'token has another audience');
      return claims as Claims;
    } catch (error) {
      throw tokenError(error);
    }
  };
}

function isExpired({ claims }: VerifiedToken): boolean {
  return (claims.exp ?? Infinity) + clockToleranceSeconds <= Date.now() / 1000;
}

/**
 * Signs and verifies access tokens. A verified token is remembered until it expires or its session ends; when it is
 * first seen, its session must still exist (`auth.sessions`). A token without a role is anonymous; the audience of a user
 * token must be `authenticated` if it has one, and GET /auth/v1/user asks for one.
 * The claims of an administrator who has not proved a second factor that is needed have no `app_metadata.role`: so
 * policies, which see nothing but claims, grant no rights of an administrator either.
 */
export async function createTokens(
  { keys, requireAdminMfa }: Pick<Config, 'keys' | 'requireAdminMfa'>,
  db: Queryable,
): Promise<Tokens> {
  const signing = keys.signing.map(readKey);
  const first = signing[0];
  if (!first) throw new Error('There is no signing key.');
  const verifiedPayload = createVerifier(signing, keys.legacyJwtSecret);
  const cache = createTokenCache();
  const issued = createCache<true>({ maxSize: maxIssued });
  /** Counts what was forgotten: a session that ends while its token is being verified must not be remembered. */
  let generation = 0;

  /** Failures of the database are no verdict on the token: they are thrown as they are. */
  async function verifyAnew(token: string): Promise<VerifiedToken> {
    const claims = await currentClaims(db, await verifiedPayload(token), requireAdminMfa);
    return { claims, claimsText: JSON.stringify(claims) };
  }

  return {
    publicKeys: await Promise.all(signing.map(publicJwk)),
    async sign(claims) {
      const header = { alg: first.algorithm, typ: 'JWT', kid: first.kid };
      const token = await new SignJWT(claims).setProtectedHeader(header).sign(first.privateKey);
      issued.set(tokenKey(token), true);
      return token;
    },
    isOwn: (token) => token.length <= maxTokenCharacters && issued.has(cache.keyOf(token)),
    recall(token) {
      const known = token.length <= maxTokenCharacters ? cache.get(token) : undefined;
      return known && !isExpired(known) ? known : undefined;
    },
    async verify(token) {
      if (token.length > maxTokenCharacters) throw new TokenError('malformed', 'token is too long');
      const known = cache.get(token);
      if (known && !isExpired(known)) return known;
      cache.delete(token);
      const before = generation;
      try {
        const verified = await verifyAnew(token);
        if (before === generation) cache.set(token, verified);
        return verified;
      } catch (error) {
        if (error instanceof TokenError) issued.delete(cache.keyOf(token));
        throw error;
      }
    },
    forgetSession(sessionId) {
      generation += 1;
      cache.deleteSession(sessionId);
    },
    forgetAll() {
      generation += 1;
      cache.clear();
    },
  };
}

/**
 * The current state of a token's session: its level, null when it has ended, and whether the user has a verified second
 * factor. The client that presents the token has received the response to its last refresh, so the refresh token before
 * that is no longer good (docs/decisions/refresh-tokens.md).
 */
async function sessionState(db: Queryable, claims: Claims) {
  const { session_id: session = '', sub = '', iat } = claims;
  const known = (id: string): string | null => (isUuid(id) ? id : null);
  const rows = await db.query<{ aal: string | null; has_factor: boolean }>(
    `with confirmed as (
       update auth.sessions set unconfirmed_since = null where id = $1 and unconfirmed_since <= to_timestamp($3)
     )
     select (select aal from auth.sessions where id = $1) as aal, exists (
       select from auth.mfa_factors where user_id = $2 and status = 'verified') as has_factor`,
    [known(session), known(sub), iat ?? 0],
  );
  return rows[0]!;
}

/** A token says what its session was when it was issued; a session whose factor was removed has fallen since. */
function lowerLevel(token = 'aal1', session: string | null): string {
  return session !== null && session < token ? session : token;
}

/** The claims of a token as they count now. @throws TokenError session_ended */
export async function currentClaims(
  db: Queryable,
  claims: Claims,
  requireAdminMfa: boolean,
): Promise<Claims> {
  const { role, ...metadata } = claims.app_metadata ?? {};
  if (!claims.session_id && role === undefined) return claims;
  const { aal, has_factor: hasFactor } = await sessionState(db, claims);
  if (claims.session_id && aal === null)
    throw new TokenError('session_ended', 'session of the token has ended');
  const level = lowerLevel(claims.aal, aal);
  const current = level === (claims.aal ?? 'aal1') ? claims : { ...claims, aal: level };
  const isProved = level !== 'aal1' || !(requireAdminMfa || hasFactor);
  return role === undefined || isProved ? current : { ...current, app_metadata: metadata };
}
