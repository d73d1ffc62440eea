import type { SignedIn } from '../caller.ts';
import { AuthError } from '../errors.ts';
import { attempting } from '../failures.ts';
import { isVerified } from '../factors/factors.ts';
import { isStored } from '../links-and-codes/one-time-tokens.ts';
import { userActor } from '../recording.ts';
import type { Auth } from '../services.ts';
import { listMethods } from '../sessions/sessions.ts';
import { updateUser, type UserRow } from '../accounts/users.ts';

/** How long after sign-in a session may change the password or add a factor without proof, in milliseconds. */
const recent = 24 * 3_600_000;
/** Whoever signed in with a code from their mailbox has forgotten the password, or has just proved the same. */
const recoveryMethods = new Set(['otp', 'recovery', 'magiclink']);

/** What a request gives as further proof. */
export interface Proof {
  readonly currentPassword: string;
  /** The code from GET /reauthenticate. */
  readonly nonce: string;
  readonly visitor: string | undefined;
}

async function verifyCurrentPassword(auth: Auth, user: UserRow, { currentPassword, visitor }: Proof) {
  const isKnown = await auth.knownNetworks.includes(auth.db, user.id, 'sign-in', visitor);
  const attempt = await auth.limits.password({ subject: user.id, visitor, isKnown });
  if (!(await auth.passwords.verify(currentPassword, user.encrypted_password)))
    throw new AuthError('current_password_invalid');
  await attempt.refund();
}

/** Throws AuthError reauthentication_not_valid, over_request_rate_limit. */
async function verifyNonce(auth: Auth, user: UserRow, { nonce, visitor }: Proof): Promise<void> {
  const isKnown = await auth.knownNetworks.includes(auth.db, user.id, 'sign-in', visitor);
  const attempt = await auth.limits.code({ subject: user.id, visitor, isKnown });
  const lifetime = user.email ? auth.settings.email.otp_expiry : auth.settings.sms.otp_expiry;
  const isExpired = (user.reauthentication_sent_at?.getTime() ?? 0) + lifetime * 1000 < Date.now();
  const candidates = auth.oneTimeTokens.storedOfCode(user.email || user.phone || '', nonce);
  if (isExpired || !isStored(user.reauthentication_token, candidates))
    throw new AuthError('reauthentication_not_valid');
  await attempt.refund();
}

async function checkProof(auth: Auth, { user, session }: SignedIn, proof: Proof): Promise<void> {
  if (user.is_anonymous) return;
  if (proof.currentPassword !== '') return verifyCurrentPassword(auth, user, proof);
  const methods = session ? await listMethods(auth.db, session.id) : [];
  const isRecovery = methods.some(({ method }) => recoveryMethods.has(method));
  const hasPassword = user.encrypted_password !== null;
  if (auth.settings.require_current_password && hasPassword && !isRecovery)
    throw new AuthError('current_password_required');
  const isRecent = session && session.created_at.getTime() + recent > Date.now();
  if (!auth.settings.email.secure_password_change || isRecent) return;
  if (proof.nonce === '') throw new AuthError('reauthentication_needed');
  await verifyNonce(auth, user, proof);
}

/**
 * Requires proof that it is still the owner who changes how people sign in to the account: the tablet in the passenger's
 * hands is signed in as well. The current password always counts as proof. A failure is recorded as a failed sign-in.
 * @throws AuthError current_password_required, current_password_invalid, reauthentication_needed,
 *   reauthentication_not_valid, over_request_rate_limit
 */
export function requireProof(auth: Auth, signedIn: SignedIn, proof: Proof): Promise<void> {
  const actor = userActor(signedIn.user);
  const subject = { target: `user:${actor.id}`, method: 'reauthentication' };
  return attempting({ action: 'login_failed', actor, subject }, () => checkProof(auth, signedIn, proof));
}

/**
 * Requires the same proof before a passkey or a first second factor is added: a passkey lets in whoever made it, and the
 * factor keeps everybody out who does not have it, the owner too. Accounts that have a second factor need a session
 * raised with it instead, which callers check. A nonce that was used is spent.
 * @throws AuthError as `requireProof`
 */
export async function requireEnrolmentProof(auth: Auth, signedIn: SignedIn, proof: Proof): Promise<void> {
  const { user } = signedIn;
  if (user.factors.some(isVerified)) return;
  await requireProof(auth, signedIn, proof);
  if (proof.nonce !== '') await updateUser(auth.db, user.id, { reauthentication_token: '' });
}
