import { AuthError, invalid } from '../../errors.ts';
import {
  isVerified,
  listFactorCredentials,
  type Factor,
  type FactorCredential,
} from '../../store/factors.ts';
import type { Auth } from '../../context.ts';
import type { AuthUser } from '../../store/users.ts';
import {
  creationOptions,
  readAssertion,
  requestOptions,
  verifyAssertion,
  verifyRegistration,
} from './ceremonies.ts';
import type { NewCredential, StoredCredential } from '../../store/passkeys.ts';
import { sessionDataOf } from './challenges.ts';
import type { SessionData } from '../../store/passkey-challenges.ts';
import { relyingParty, type PartySettings } from './relying-party.ts';

interface WebauthnChallenge {
  readonly data: SessionData;
  readonly webauthn: { readonly type: 'create' | 'request'; readonly credential_options: object };
}

export interface WebauthnResponse {
  readonly type: string;
  readonly credential_response?: unknown;
}

function stored({ id, publicKey, transport, authenticator }: FactorCredential): StoredCredential {
  return {
    id: Buffer.from(id, 'base64').toString('base64url'),
    publicKey: Buffer.from(publicKey, 'base64'),
    counter: authenticator.signCount,
    transports: transport,
  };
}

function toFactorCredential(credential: NewCredential): FactorCredential {
  const { id, publicKey, attestationType, transports, backupEligible, backedUp, aaguid, counter } =
    credential;
  return {
    id: Buffer.from(id, 'base64url').toString('base64'),
    publicKey: publicKey.toString('base64'),
    attestationType,
    transport: transports,
    flags: { userPresent: true, userVerified: true, backupEligible, backupState: backedUp },
    authenticator: {
      AAGUID: Buffer.from(aaguid.replaceAll('-', ''), 'hex').toString('base64'),
      signCount: counter,
    },
  };
}

/**
 * The challenge of a WebAuthn factor: to create its credential, or to use it once the factor is verified. The handle is
 * the factor's id: with the user's id an authenticator would replace the account's passkey.
 */
export async function createWebauthnChallenge(
  auth: PartySettings & Pick<Auth, 'db'>,
  user: AuthUser,
  factor: Factor,
): Promise<WebauthnChallenge> {
  const party = relyingParty(auth);
  const credentials = await listFactorCredentials(auth.db, user.id);
  const own = credentials.get(factor.id);
  const isRequest = isVerified(factor) && own !== undefined;
  const name = user.email ?? user.phone ?? user.id;
  const owner = { handle: factor.id, name, displayName: factor.friendly_name || name };
  const known = [...credentials.values()].map((credential) => stored(credential).id);
  const publicKey = isRequest
    ? await requestOptions(party, [stored(own)])
    : await creationOptions(party, owner, known, false);
  const data = sessionDataOf(party, publicKey.challenge);
  return { data, webauthn: { type: isRequest ? 'request' : 'create', credential_options: { publicKey } } };
}

function verificationFailed(): AuthError {
  return new AuthError('mfa_verification_failed', { message: 'WebAuthn credential verification failed' });
}

/**
 * Verifies the response to a challenge: the first one creates the credential, later ones use it.
 * @returns the updated credential
 * @throws AuthError validation_failed, mfa_verification_failed
 */
export async function acceptWebauthn(
  auth: PartySettings,
  { type, credential_response: response }: WebauthnResponse,
  challenge: string,
  credential: FactorCredential | null,
): Promise<FactorCredential> {
  if (response === undefined || response === null) throw invalid('credential_response required');
  if (type !== 'create' && type !== 'request') throw invalid('WebAuthn type must be create or request');
  const party = relyingParty(auth);
  // Never replace a credential: a thief of the session could bring another.
  if ((type === 'create') !== (credential === null)) throw verificationFailed();
  if (credential === null) {
    const made = await verifyRegistration(party, challenge, response);
    if (!made) throw verificationFailed();
    return toFactorCredential(made);
  }
  const assertion = readAssertion(response);
  const use = assertion && (await verifyAssertion(party, challenge, assertion, stored(credential)));
  if (!use) throw verificationFailed();
  return {
    ...credential,
    flags: { ...credential.flags, backupState: use.backedUp },
    authenticator: { ...credential.authenticator, signCount: use.counter },
  };
}
