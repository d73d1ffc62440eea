import { isUuid } from '../../../util/uuid.ts';
import type { AuthUser } from '../../store/users.ts';
import type { Auth } from '../../context.ts';
import { AuthError, invalid } from '../../errors.ts';
import type { Factor, FactorType } from '../../store/factors.ts';
import type { AuthRequest, Subject } from '../../request.ts';

/** Longer names do not fit their index. */
const maxNameCharacters = 255;

/** @throws AuthError validation_failed */
export function checkFactorName(name: string): void {
  if (name.length > maxNameCharacters)
    throw invalid(`friendly_name is longer than ${maxNameCharacters} characters`);
}

/** The user's factor with the id of the path. @throws AuthError validation_failed (404), mfa_factor_not_found */
export function factorOf({ factors }: AuthUser, request: Pick<AuthRequest, 'param'>): Factor {
  const id = request.param('factorId');
  if (!isUuid(id)) throw invalid('factor_id must be an UUID', 404);
  const factor = factors.find((candidate) => candidate.id === id.toLowerCase());
  if (!factor) throw new AuthError('mfa_factor_not_found');
  return factor;
}

/**
 * Rejects types of factors that are switched off.
 * @throws AuthError mfa_…_enroll_not_enabled, mfa_…_verify_not_enabled
 */
export function requireEnabled(
  auth: Pick<Auth, 'settings'>,
  type: FactorType,
  action: 'enroll' | 'verify',
): void {
  const { totp, phone, web_authn: webauthn } = auth.settings.mfa;
  if ({ totp, phone, webauthn }[type][`${action}_enabled`]) return;
  throw new AuthError(`mfa_${type}_${action}_not_enabled`);
}

/** A factor as the target of an act in the audit log. */
export function aboutFactor({ id, factor_type }: Pick<Factor, 'id' | 'factor_type'>): Subject {
  return { target: `factor:${id}`, factor_id: id, factor_type };
}
