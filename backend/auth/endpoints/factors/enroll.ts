import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Queryable } from '../../../db/database.ts';
import { json, type Reply } from '../../../http/reply.ts';
import { normalizePhone } from '../../store/addresses.ts';
import { readJson, text } from '../../body.ts';
import { AuthError, invalid } from '../../errors.ts';
import { isRaised, requireOwner, type FactorOwner } from '../../domain/callers/owner.ts';
import { aboutFactor, checkFactorName, requireEnabled } from '../../domain/factors/requested-factor.ts';
import {
  deleteAbandonedFactors,
  deleteFactor,
  insertFactor,
  isVerified,
  type Factor,
  type FactorType,
} from '../../store/factors.ts';
import { record, userActor } from '../../domain/recording/recording.ts';
import { requireEnrolmentProof } from '../../domain/callers/owner-proof.ts';
import { createTotp } from '../../domain/factors/totp.ts';
import { findUser, lockUser } from '../../store/users.ts';
import type { AuthRequest } from '../../request.ts';
import type { Auth } from '../../context.ts';

/** Together with the longest address it fits a QR code. */
const maxIssuerCharacters = 100;

const bodySchema = v.object({
  factor_type: text,
  friendly_name: text,
  issuer: text,
  phone: text,
  current_password: text,
  nonce: text,
});
type Body = v.InferOutput<typeof bodySchema>;

const types: readonly string[] = ['totp', 'phone', 'webauthn'] satisfies FactorType[];

/**
 * POST /factors: begins the enrollment of a second factor. The first verified code completes it.
 * @throws AuthError of `requireOwner`, `requireEnabled`, `requireEnrolmentProof`, `checkRoom`; validation_failed,
 *   mfa_verified_factor_exists
 */
export async function enrolFactor(request: AuthRequest): Promise<Reply> {
  const owner = await requireOwner(request);
  const body = await readJson(request, bodySchema);
  const type = typeOf(body);
  requireEnabled(request, type, 'enroll');
  checkFactorName(body.friendly_name);
  if (body.issuer.length > maxIssuerCharacters)
    throw invalid(`issuer is longer than ${maxIssuerCharacters} characters`);
  await requireEnrolmentProof(request, owner, body);
  const enrolled = await enrol(request, owner, type, body);
  const about = aboutFactor({ id: enrolled.id, factor_type: type });
  record(request, 'factor_in_progress', userActor(owner.user), about);
  return json(enrolled);
}

/** Saves an unverified factor. @returns its view, with the secret of an authenticator app */
async function enrol(
  auth: Pick<Auth, 'db' | 'factorSecrets' | 'options' | 'settings'>,
  owner: FactorOwner,
  type: FactorType,
  body: Body,
) {
  const { user } = owner;
  const [id, user_id, friendly_name] = [randomUUID(), user.id, body.friendly_name];
  const issuer = (body.issuer || auth.options.brandName).slice(0, maxIssuerCharacters);
  const totp = type === 'totp' ? createTotp(issuer, user.email ?? user.phone ?? user.id) : undefined;
  const secret = totp ? auth.factorSecrets.seal(id, totp.secret) : null;
  const phone = type === 'phone' ? normalizePhone(body.phone) : null;
  await auth.db.transaction(async (transaction) => {
    const factors = await remainingFactors(transaction, user_id);
    const same = phone === null ? undefined : factors.find((factor) => factor.phone === phone);
    if (same && isVerified(same)) throw new AuthError('mfa_verified_factor_exists');
    // An unverified factor with the same number is an unfinished enrollment: replace it.
    if (same) await deleteFactor(transaction, same.id);
    const others = factors.filter((factor) => factor !== same);
    checkRoom(auth, owner, others, friendly_name);
    await insertFactor(transaction, { id, user_id, factor_type: type, friendly_name, secret, phone });
  });
  return { id, type, friendly_name, ...(totp && { totp }), ...(phone !== null && { phone }) };
}

/** The user's other factors, locked so that nobody adds one at the same time. */
async function remainingFactors(transaction: Queryable, userId: string): Promise<readonly Factor[]> {
  await lockUser(transaction, userId);
  await deleteAbandonedFactors(transaction, userId);
  const user = await findUser(transaction, userId);
  if (!user) throw new AuthError('user_not_found', { status: 403 });
  return user.factors;
}

/** Upstream's rules for a further factor, in upstream's order. */
function checkRoom(
  auth: Pick<Auth, 'settings'>,
  { session }: FactorOwner,
  factors: readonly Factor[],
  name: string,
): void {
  if (factors.some(({ friendly_name: taken }) => taken === name))
    throw new AuthError('mfa_factor_name_conflict', {
      message: `A factor with the friendly name "${name}" for this user already exists`,
    });
  if (factors.length >= auth.settings.mfa.max_enrolled_factors)
    throw new AuthError('too_many_enrolled_mfa_factors');
  if (factors.some(isVerified) && !isRaised(session))
    throw new AuthError('insufficient_aal', { message: 'AAL2 required to enroll a new factor' });
}

function typeOf({ factor_type: type }: Body): FactorType {
  if (!types.includes(type)) throw invalid('factor_type needs to be totp, phone, or webauthn');
  return type as FactorType;
}
