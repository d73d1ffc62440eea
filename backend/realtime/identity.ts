import type { Context } from '../context.ts';
import type { RequestSession } from '../db/exchange.ts';
import { identifyCaller, type Caller } from '../identity/caller.ts';
import { TokenError } from '../identity/tokens.ts';

/** Why a token or key is refused, in the words that clients of a hosted project know. */
export class IdentityError extends Error {
  readonly code: 'InvalidJWTToken' | 'ExpiredToken' | 'SessionEnded';
  constructor(code: IdentityError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Longer ones are not even looked at: they would be remembered, and verifying them takes time. */
export const maxCredential = 8192;

const refusals = {
  malformed: ['InvalidJWTToken', 'The token provided is not valid'],
  expired: ['ExpiredToken', 'Token has expired'],
  session_ended: ['SessionEnded', 'The session of the token has ended'],
} as const;

/**
 * Identifies the holder of a key or an access token.
 * @param headers of the request that brings it: the services share the caller of one request
 * @throws IdentityError
 */
export async function identify(
  { config, tokens }: Context,
  credential: string,
  headers?: Headers,
): Promise<Caller> {
  try {
    if (credential.length > maxCredential || !/^[\x21-\x7e]+$/.test(credential))
      throw new TokenError('malformed', 'not a token');
    const own = headers ?? new Headers({ authorization: `Bearer ${credential}` });
    return await identifyCaller(own, config.keys, tokens);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    const [code, message] = refusals[error.kind];
    throw new IdentityError(code, message);
  }
}

/** The database session in which queries for the caller of a websocket run. */
export function databaseSession({ role, claimsText }: Caller, readOnly = true): RequestSession {
  return { role, claims: claimsText, method: 'GET', path: '/realtime/v1/websocket', headers: '{}', readOnly };
}
