import { randomUUID } from 'node:crypto';
import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import type { Queryable } from '../../db/database.ts';
import { normalizePhone } from '../accounts/addresses.ts';
import { readJson, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import { isRaised, requireEnabled, requireOwner, type FactorOwner } from './owner.ts';
import {
  deleteAbandonedFactors,
  deleteFactor,
  insertFactor,
  isVerified,
  type Factor,
  type FactorType,
} from './factors.ts';
import { record, userActor } from '../recording.ts';
import { requireEnrolmentProof } from '../passwords/owner-proof.ts';
import { requestVisitor, type Auth } from '../services.ts';
import { createTotp } from './totp.ts';
import { findUser, lockUser } from '../accounts/users.ts';

/** How long an enrolment may stay unfinished before the next one removes it, in seconds (wire §7.2). */
const abandonedAfter = 300;
/** With the longest address too, what the picture holds fits a QR code; a name fits its index. */
const maxIssuer = 100;
const maxName = 255;

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

/** The wire's rules for another factor (§7.2), in its order. Throws AuthError. */
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

/** The user's factors that a new one has to get along with, while nobody else can add one. */
async function remainingFactors(transaction: Queryable, userId: string): Promise<readonly Factor[]> {
  await lockUser(transaction, userId);
  await deleteAbandonedFactors(transaction, userId, abandonedAfter);
  const user = await findUser(transaction, userId);
  if (!user) throw new AuthError('user_not_found', { status: 403 });
  return user.factors;
}

async function enrolTotp(auth: Auth, owner: FactorOwner, body: Body) {
  const { user } = owner;
  const issuer = body.issuer || auth.config.page.brandName;
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
    // Whoever begins again with the same number has not finished the first time.
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
    await insertFactor(transaction, {
      id,
      userId,
      type: 'webauthn',
      friendlyName,
      secret: null,
      phone: null,
    });
  });
  return { id, type: 'webauthn', friendly_name: friendlyName };
}

/** Begins the enrolment of each type; gives what the wire answers. */
const enrolments = { totp: enrolTotp, phone: enrolPhone, webauthn: enrolWebauthn } as const;

/**
 * POST /factors: begins the enrolment of a second factor. It counts once a code of it was verified.
 * @throws AuthError as wire §7.2; reauthentication_needed and the like without proof
 */
export async function enrolFactor(auth: Auth, c: HttpContext): Promise<Response> {
  const owner = await requireOwner(auth, c);
  const body = await readJson(c.req.raw, bodySchema);
  const type = typeOf(body);
  requireEnabled(auth, type, 'enroll');
  if (body.friendly_name.length > maxName)
    throw invalid(`friendly_name is longer than ${maxName} characters`);
  if (body.issuer.length > maxIssuer) throw invalid(`issuer is longer than ${maxIssuer} characters`);
  const { current_password: currentPassword, nonce } = body;
  await requireEnrolmentProof(auth, owner, { currentPassword, nonce, visitor: requestVisitor(auth, c) });
  const enrolled = await enrolments[type](auth, owner, body);
  const subject = { target: `factor:${enrolled.id}`, factor_id: enrolled.id, factor_type: type };
  record(auth, c, 'factor_in_progress', userActor(owner.user), subject);
  return c.json(enrolled);
}
