import type { Factor } from '@supabase/auth-js';
import { getAuth } from '../session/auth.ts';
import { unwrap } from '../errors.ts';

/** An authenticator app that is being set up; it counts once a code of it was entered. */
export interface Enrolment {
  readonly factorId: string;
  /** Base32, for typing it in. */
  readonly secret: string;
  /** otpauth://…, for a QR code. */
  readonly uri: string;
}

export function isVerifiedApp(factor: Factor): boolean {
  return factor.factor_type === 'totp' && factor.status === 'verified';
}

/** Drops unfinished enrolments. @returns the names in use @throws DataError */
export async function dropUnfinished(): Promise<ReadonlySet<string | undefined>> {
  const { mfa } = getAuth();
  const { all } = unwrap(await mfa.listFactors());
  for (const { id } of all.filter(({ status }) => status === 'unverified'))
    unwrap(await mfa.unenroll({ factorId: id }));
  return new Set(all.map(({ friendly_name: name }) => name));
}

/** The first name that no factor has. */
export function freeName(
  taken: ReadonlySet<string | undefined>,
  nameOf: (position: number) => string,
): string {
  let position = 1;
  while (taken.has(nameOf(position))) position += 1;
  return nameOf(position);
}

/**
 * Begins to set up an authenticator app; drops unfinished enrolments.
 * @param nameOf the name of the app, by how many there are
 * @throws DataError `insufficient_aal`, `too_many_enrolled_mfa_factors`
 */
export async function enrolApp(nameOf: (position: number) => string): Promise<Enrolment> {
  const friendlyName = freeName(await dropUnfinished(), nameOf);
  const enrolled = unwrap(await getAuth().mfa.enroll({ factorType: 'totp', friendlyName }));
  return { factorId: enrolled.id, secret: enrolled.totp.secret, uri: enrolled.totp.uri };
}

/**
 * Raises this session with a code. The auth client announces MFA_CHALLENGE_VERIFIED.
 * @throws DataError `mfa_verification_failed`, `mfa_factor_not_found`, `over_request_rate_limit`
 */
export async function enterCode(factorId: string, code: string): Promise<void> {
  unwrap(await getAuth().mfa.challengeAndVerify({ factorId, code }));
}

/** Removes an authenticator app and gets a new token without it. @throws DataError */
export async function removeApp(factorId: string): Promise<void> {
  unwrap(await getAuth().mfa.unenroll({ factorId }));
  await pollAgain();
}

/** Gets the current user and a new token. @throws DataError */
export async function pollAgain(): Promise<void> {
  unwrap(await getAuth().refreshSession());
}
