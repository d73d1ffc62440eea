import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Queryable } from '../../db/database.ts';
import { normalizePhone } from '../accounts/addresses.ts';
import { readJson, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import { aboutFactor, isRaised, requireEnabled, requireOwner, type FactorOwner } from './owner.ts';
import {
  deleteAbandonedFactors,
  deleteFactor,
  insertFactor,
  isVerified,
  maxFactorName,
  type Factor,
  type FactorType,
} from './factors.ts';
import { record, userActor } from '../recording.ts';
import { requireEnrolmentProof } from '../passwords/owner-proof.ts';
import { createTotp } from './totp.ts';
import { findUser, lockUser } from '../accounts/users.ts';
import type { AuthRequest } from '../request.ts';
import type { Auth } from '../services.ts';

/** Seconds after which the next enrollment removes an unfinished one: upstream's number. */
const abandonedAfter = 300;
/** Together with the longest address it fits a QR code. */
const maxIssuer = 100;

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

function typeOf({ factor_type: type }: Body): FactorType {
  if (!types.includes(type)) throw invalid('factor_type needs to be totp, phone, or webauthn');
  return type as FactorType;
}

/** Upstream's rules for a further factor, in upstream's order. */
function checkRoom(auth: Auth, { session }: FactorOwner, factors: readonly Factor[], name: string): void {
  if (factors.some(({ friendly_name: taken }) => taken === name))
    throw new AuthError('mfa_factor_name_conflict', {
      message: `A factor with the friendly name "${name}" for this user already exists`,
    });
  if (factors.length >= auth.settings.mfa.max_enrolled_factors)
    throw new AuthError('too_many_enrolled_mfa_factors');
  if (factors.some(isVerified) && !isRaised(session))
    throw new AuthError('insufficient_aal', { message: 'AAL2 required to enroll a new factor' });
}

/** The user's other factors, locked so that nobody adds one at the same time. */
async function remainingFactors(transaction: Queryable, userId: string): Promise<readonly Factor[]> {
  await lockUser(transaction, userId);
  await deleteAbandonedFactors(transaction, userId, abandonedAfter);
  const user = await findUser(transaction, userId);
  if (!user) throw new AuthError('user_not_found', { status: 403 });
  return user.factors;
}

async function enrolTotp(auth: Auth, owner: FactorOwner, body: Body) {
  const { user } = owner;
  const issuer = body.issuer || auth.options.brandName;
  const totp = createTotp(issuer.slice(0, maxIssuer), user.email ?? user.phone ?? user.id);
  const [id, friendlyName] = [randomUUID(), body.friendly_name];
  await auth.db.transaction(async (transaction) => {
    checkRoom(auth, owner, await remainingFactors(transaction, user.id), friendlyName);
    const secret = auth.factorSecrets.seal(id, totp.secret);
    await insertFactor(transaction, { id, userId: user.id, type: 'totp', friendlyName, secret, phone: null });
  });
  const { qrCode, secret, uri } = totp;
  return { id, type: 'totp', friendly_name: friendlyName, totp: { qr_code: qrCode, secret, uri } };
}

async function enrolPhone(auth: Auth, owner: FactorOwner, body: Body) {
  const phone = normalizePhone(body.phone);
  const [id, userId, friendlyName] = [randomUUID(), owner.user.id, body.friendly_name];
  await auth.db.transaction(async (transaction) => {
    const factors = await remainingFactors(transaction, userId);
    const same = factors.find((factor) => factor.phone === phone);
    if (same && isVerified(same)) throw new AuthError('mfa_verified_factor_exists');
    // An unverified factor with the same number is an unfinished enrollment: replace it.
    if (same) await deleteFactor(transaction, same.id);
    const others = factors.filter((factor) => factor !== same);
    checkRoom(auth, owner, others, friendlyName);
    await insertFactor(transaction, { id, userId, type: 'phone', friendlyName, secret: null, phone });
  });
  return { id, type: 'phone', friendly_name: friendlyName, phone };
}

async function enrolWebauthn(auth: Auth, owner: FactorOwner, body: Body) {
  const [id, userId, friendlyName] = [randomUUID(), owner.user.id, body.friendly_name];
  await auth.db.transaction(async (transaction) => {
    checkRoom(auth, owner, await remainingFactors(transaction, userId), friendlyName);
    const type = 'webauthn';
    await insertFactor(transaction, { id, userId, type, friendlyName, secret: null, phone: null });
  });
  return { id, type: 'webauthn', friendly_name: friendlyName };
}

const enrolments = { totp: enrolTotp, phone: enrolPhone, webauthn: enrolWebauthn } as const;

/**
 * POST /factors: begins the enrollment of a second factor. The first verified code completes it.
 * @throws AuthError of `requireOwner`, `requireEnabled`, `requireEnrolmentProof`, `checkRoom`; validation_failed,
 *   mfa_verified_factor_exists
 */
export async function enrolFactor(request: AuthRequest): Promise<object> {
  const owner = await requireOwner(request);
  const body = await readJson(request, bodySchema);
  const type = typeOf(body);
  requireEnabled(request, type, 'enroll');
  if (body.friendly_name.length > maxFactorName)
    throw invalid(`friendly_name is longer than ${maxFactorName} characters`);
  if (body.issuer.length > maxIssuer) throw invalid(`issuer is longer than ${maxIssuer} characters`);
  await requireEnrolmentProof(request, owner, body);
  const enrolled = await enrolments[type](request, owner, body);
  const about = aboutFactor({ id: enrolled.id, factor_type: type });
  record(request, 'factor_in_progress', userActor(owner.user), about);
  return enrolled;
}
