/** The claims that the backend reads; a token holds more. */
export interface Claims {
  readonly role: string;
  readonly sub?: string;
  readonly session_id?: string;
  readonly exp?: number;
  readonly iat?: number;
  readonly aal?: string;
  readonly app_metadata?: Readonly<Record<string, unknown>>;
  readonly [claim: string]: unknown;
}

/** A token that was verified: its claims, and the same as JSON text for `request.jwt.claims`. */
export interface VerifiedToken {
  readonly claims: Claims;
  readonly claimsText: string;
}
