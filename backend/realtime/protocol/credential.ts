import type { Context } from '../../service/context.ts';
import type { RequestSession } from '../../db/exchange.ts';
import { identifyCaller, type Caller } from '../../identity/caller.ts';
import { TokenError } from '../../identity/tokens.ts';

/** A token or key is invalid; code and message are upstream's. */
export class IdentityError extends Error {
  readonly code: 'InvalidJWTToken' | 'ExpiredToken' | 'SessionEnded';
  constructor(code: IdentityError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Rejects longer credentials unverified: verification takes time, and its result is cached. */
export const maxCredentialCharacters = 8192;

const identityErrors = {
  malformed: ['InvalidJWTToken', 'The token provided is not valid'],
  expired: ['ExpiredToken', 'Token has expired'],
  session_ended: ['SessionEnded', 'The session of the token has ended'],
} as const;

/**
 * Verifies a key or an access token. Call it whenever the caller matters: results are cached while they are valid.
 * @param caller of the request that brings it: the services share the caller of one request
 * @throws IdentityError
 */
export async function identify(
  { config, tokens }: Context,
  credential: string,
  caller?: () => Promise<Caller>,
): Promise<Caller> {
  try {
    if (credential.length > maxCredentialCharacters || !/^[\x21-\x7e]+$/.test(credential))
      throw new TokenError('malformed', 'not a token');
    if (caller) return await caller();
    const headers = new Headers({ authorization: `Bearer ${credential}` });
    return await identifyCaller(headers, config.keys, tokens);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    const [code, message] = identityErrors[error.kind];
    throw new IdentityError(code, message);
  }
}

/** Returns an error of `identify` for an invalid credential. @throws any other error */
export function invalidCredential(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error;
  throw error;
}

/** The database session for queries on behalf of a websocket's caller. */
export function databaseSession({ role, claimsText }: Caller, readOnly = true): RequestSession {
  return { role, claims: claimsText, method: 'GET', path: '/realtime/v1/websocket', headers: '{}', readOnly };
}
