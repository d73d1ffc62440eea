import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import * as v from 'valibot';
import { challengeLifetimeSeconds } from '../../store/passkey-challenges.ts';
import type { NewCredential, StoredCredential, Use } from '../../store/passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

const timeoutMs = challengeLifetimeSeconds * 1000;
/** ES256, EdDSA and RS256: every authenticator supports one of them. */
const algorithms = [-7, -8, -257];
/** RSA of 4,096 bits fits. Larger keys cost time at each sign-in, and no authenticator has them. */
const maxPublicKeyBytes = 1024;

interface CredentialOwner {
  /** A discoverable credential returns it at the sign-in. */
  readonly handle: string;
  readonly name: string;
  readonly displayName: string;
}

/** Base64url text of bounded length. */
function encoded(length: number) {
  return v.pipe(v.string(), v.maxLength(length), v.regex(/^[\w-]*$/));
}

const common = {
  id: encoded(1400),
  rawId: encoded(1400),
  type: v.literal('public-key'),
};

const clientData = encoded(4096);

const registration = v.object({
  ...common,
  response: v.object({
    clientDataJSON: clientData,
    attestationObject: encoded(16_384),
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(32))), v.maxLength(10)), []),
  }),
});

const assertion = v.object({
  ...common,
  response: v.object({
    clientDataJSON: clientData,
    authenticatorData: encoded(8192),
    signature: encoded(2048),
    userHandle: v.nullish(encoded(128)),
  }),
});

export type Assertion = v.InferOutput<typeof assertion>;

/** Parses the response of `navigator.credentials.get()`. */
export function readAssertion(value: unknown): Assertion | undefined {
  const result = v.safeParse(assertion, value);
  return result.success ? result.output : undefined;
}

/** The handle of the credential's owner, as the authenticator reports it. */
export function handleOf({ response }: Assertion): string {
  return Buffer.from(response.userHandle ?? '', 'base64url').toString();
}

/** Loaded with the first ceremony: its certificate parsers take 15 MB of memory. */
const library = () => import('@simplewebauthn/server');

/** @param discoverable whether the credential must work without a typed name */
export async function creationOptions(
  party: RelyingParty,
  owner: CredentialOwner,
  known: readonly string[],
  discoverable: boolean,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new Uint8Array(Buffer.from(owner.handle)),
    userName: owner.name,
    userDisplayName: owner.displayName,
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: {
      residentKey: discoverable ? 'required' : 'discouraged',
      userVerification: 'required',
    },
  });
}

/** @param allowed the usable credentials; none for discoverable ones */
export async function requestOptions(
  party: RelyingParty,
  allowed: readonly Pick<StoredCredential, 'id' | 'transports'>[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  const allowCredentials = allowed.map(({ id, transports }) => ({ id, transports: [...transports] }));
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: timeoutMs,
    userVerification: 'required',
    ...(allowCredentials.length > 0 && { allowCredentials }),
  });
}

/** Whether an attestation has certificates. The options request none, and parsing a stranger's is a needless risk. */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const object = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = object.get('fmt');
  return format !== 'none' && (format !== 'packed' || object.get('attStmt').get('x5c') !== undefined);
}

/**
 * The new credential, with user verification; undefined when the response is not valid.
 * @param given the response of `navigator.credentials.create()`
 */
export async function verifyRegistration(
  party: RelyingParty,
  challenge: string,
  given: unknown,
): Promise<NewCredential | undefined> {
  try {
    const { response, ...credential } = v.parse(registration, given);
    if (await hasCertificates(response.attestationObject)) return undefined;
    const { verifyRegistrationResponse } = await library();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      supportedAlgorithmIDs: algorithms,
      requireUserVerification: true,
    });
    if (!registrationInfo || registrationInfo.credential.publicKey.length > maxPublicKeyBytes)
      return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      id,
      publicKey: Buffer.from(publicKey),
      counter,
      transports: response.transports,
      aaguid: registrationInfo.aaguid,
      attestationType: registrationInfo.fmt,
      backupEligible: registrationInfo.credentialDeviceType === 'multiDevice',
      backedUp: registrationInfo.credentialBackedUp,
    };
  } catch {
    // valibot and the library throw on every failed check, the library also on malformed CBOR.
    return undefined;
  }
}

/**
 * Verifies the use of a credential for a challenge, with user verification; undefined when it is not valid. A counter
 * that does not grow reveals a copied authenticator.
 */
export async function verifyAssertion(
  party: RelyingParty,
  challenge: string,
  { response, ...credential }: Assertion,
  stored: StoredCredential,
): Promise<Use | undefined> {
  try {
    const { verifyAuthenticationResponse } = await library();
    const { userHandle, ...signed } = response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { ...signed, ...(userHandle && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      credential: {
        id: stored.id,
        publicKey: new Uint8Array(stored.publicKey),
        counter: stored.counter,
        transports: [...stored.transports],
      },
      requireUserVerification: true,
    });
    if (!verified || credential.id !== stored.id) return undefined;
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
  } catch {
    return undefined;
  }
}
