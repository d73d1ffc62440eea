import { updateUserRow, type AuthUser } from '../../store/users.ts';
import type { SignedIn } from './caller.ts';
import { AuthError } from '../../errors.ts';
import { isVerified } from '../../store/factors.ts';
import { lacksSecondFactor } from './owner.ts';
import { attempting } from '../recording/failures.ts';
import { isExpired, isStored } from '../secrets/one-time-tokens.ts';
import { userActor } from '../recording/recording.ts';
import type { AuthRequest } from '../../request.ts';
import { deviceMethod, listMethods, recordMethod, type AuthenticationMethod } from '../../store/sessions.ts';
import type { Auth } from '../../context.ts';

/** The needs of checking a proof of ownership. */
export type ProofVerifier = Pick<
  AuthRequest,
  | 'db'
  | 'failedAttempts'
  | 'knownNetworks'
  | 'limits'
  | 'network'
  | 'oneTimeTokens'
  | 'passwords'
  | 'settings'
>;

/** Time after sign-in in which a session may change the password or add a factor without proof. */
const recentMs = 24 * 3_600_000;
/** Time for which the owner's password or code, entered on a device, lets its session act for the owner. */
const deviceProofMs = 10 * 60_000;
const deviceProofMethod = 'password';
/** A code from the mailbox proves the same; and after forgetting the password there is no other way. */
const recoveryMethods = new Set(['otp', 'recovery', 'magiclink']);

/** The keys of a request body that prove ownership of the account. */
export interface OwnerProof {
  readonly current_password: string;
  /** The code from GET /reauthenticate. */
  readonly nonce: string;
}

async function verifyCurrentPassword(
  request: Pick<AuthRequest, 'db' | 'knownNetworks' | 'limits' | 'network' | 'passwords'>,
  user: AuthUser,
  password: string,
): Promise<void> {
  const { db, knownNetworks, limits, network, passwords } = request;
  const isKnown = await knownNetworks.includes(db, user.id, 'sign-in', network);
  const attempt = await limits.password({ subject: user.id, network, isKnown });
  if (!(await passwords.verify(password, user.encrypted_password)))
    throw new AuthError('current_password_invalid');
  await attempt.refund();
}

async function verifyNonce(
  request: Pick<AuthRequest, 'db' | 'knownNetworks' | 'limits' | 'network' | 'oneTimeTokens' | 'settings'>,
  user: AuthUser,
  nonce: string,
): Promise<void> {
  const { db, knownNetworks, limits, network, oneTimeTokens } = request;
  const isKnown = await knownNetworks.includes(db, user.id, 'sign-in', network);
  const attempt = await limits.code({ subject: user.id, network, isKnown });
  const provider = user.email ? 'email' : 'phone';
  const candidates = oneTimeTokens.storedOfCode(user.email || user.phone || '', nonce);
  const isValid = isStored(user.reauthentication_token, candidates);
  if (!isValid || isExpired(request, user, 'reauthentication_token', provider))
    throw new AuthError('reauthentication_not_valid');
  await attempt.refund();
}

interface SessionProof {
  /** Started by a link that was handed over with the device. */
  readonly isDevice: boolean;
  /** Started by a proof of the mailbox. */
  readonly isRecovery: boolean;
  /** Young enough for its sign-in to count as proof. */
  readonly isRecent: boolean;
}

async function proofOf({ db }: Pick<Auth, 'db'>, { session }: SignedIn): Promise<SessionProof> {
  const methods: readonly AuthenticationMethod[] = session ? await listMethods(db, session.id) : [];
  const isDevice = methods.some(({ method }) => method === deviceMethod);
  return {
    isDevice,
    isRecovery: methods.some(({ method }) => recoveryMethods.has(method)),
    isRecent: !isDevice && session !== undefined && session.created_at.getTime() + recentMs > Date.now(),
  };
}

async function checkProof(
  request: Omit<ProofVerifier, 'failedAttempts'>,
  signedIn: SignedIn,
  proof: OwnerProof,
): Promise<void> {
  const { user } = signedIn;
  const { settings } = request;
  if (user.is_anonymous) return;
  if (proof.current_password !== '') return verifyCurrentPassword(request, user, proof.current_password);
  const { isDevice, isRecovery, isRecent } = await proofOf(request, signedIn);
  const hasPassword = user.encrypted_password !== null;
  if (settings.require_current_password && hasPassword && !isRecovery)
    throw new AuthError('current_password_required');
  if (isRecent || !(settings.email.secure_password_change || isDevice)) return;
  if (proof.nonce === '') throw new AuthError('reauthentication_needed');
  await verifyNonce(request, user, proof.nonce);
}

/**
 * Requires proof that the owner is changing the ways to sign in: somebody else may hold a device that is signed in. The
 * current password always counts as proof. A failure is recorded as a failed sign-in.
 * @throws AuthError current_password_required, current_password_invalid, reauthentication_needed,
 *   reauthentication_not_valid, over_request_rate_limit
 */
export function requireProof(request: ProofVerifier, signedIn: SignedIn, proof: OwnerProof): Promise<void> {
  const actor = userActor(signedIn.user);
  const subject = { target: `user:${actor.id}`, method: 'reauthentication' };
  return attempting(request, { action: 'login_failed', actor, subject }, () =>
    checkProof(request, signedIn, proof),
  );
}

/**
 * Requires the same proof before a passkey or a first second factor is added: a passkey lets its maker in, and a factor
 * locks out everybody without it, the owner too. Accounts with a second factor need a session raised with it instead,
 * which callers check. A nonce is valid once.
 * @throws AuthError of `requireProof`
 */
export async function requireEnrolmentProof(
  request: ProofVerifier,
  signedIn: SignedIn,
  proof: OwnerProof,
): Promise<void> {
  const { user } = signedIn;
  if (user.factors.some(isVerified)) return;
  await requireProof(request, signedIn, proof);
  if (proof.nonce !== '') await updateUserRow(request.db, user.id, { reauthentication_token: '' });
}

/** Takes the proof that the owner enters on a device whose session a link started. Other sessions need none. @throws AuthError of `requireProof` */
export async function proveDevice(
  request: ProofVerifier,
  signedIn: SignedIn,
  proof: OwnerProof,
): Promise<void> {
  const { session, user } = signedIn;
  if (!session || (proof.current_password === '' && proof.nonce === '')) return;
  if (!(await proofOf(request, signedIn)).isDevice) return;
  await requireProof(request, signedIn, proof);
  if (proof.nonce !== '') await updateUserRow(request.db, user.id, { reauthentication_token: '' });
  await recordMethod(request.db, session.id, deviceProofMethod);
}

/**
 * Requires that a session which a link for a device started has the owner's proof: whoever made the link may use it.
 * @throws AuthError reauthentication_needed
 */
export async function requireProvedDevice({ db }: Pick<Auth, 'db'>, { session }: SignedIn): Promise<void> {
  const methods = session ? await listMethods(db, session.id) : [];
  const since = (Date.now() - deviceProofMs) / 1000;
  const isProved = methods.some(({ method, timestamp }) => method === deviceProofMethod && timestamp > since);
  if (!isProved && methods.some(({ method }) => method === deviceMethod))
    throw new AuthError('reauthentication_needed', {
      message: 'This device was set up by a link. Enter the password of the account first',
    });
}

/**
 * Requires a recent sign-in of the owner before identities of providers are linked or unlinked: an identity is a way to
 * sign in. These requests have no place for a password. An account with a second factor needs a session raised with it.
 * @throws AuthError reauthentication_needed, insufficient_aal
 */
export async function requireRecentSignIn(
  request: Pick<Auth, 'db' | 'settings'>,
  signedIn: SignedIn,
): Promise<void> {
  if (signedIn.user.is_anonymous) return;
  if (lacksSecondFactor(signedIn))
    throw new AuthError('insufficient_aal', {
      message: 'AAL2 session is required to manage identities when MFA is enabled',
    });
  const { isDevice, isRecent } = await proofOf(request, signedIn);
  if (isRecent || !(request.settings.email.secure_password_change || isDevice)) return;
  throw new AuthError('reauthentication_needed');
}
