import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import * as v from 'valibot';
import type { RelyingParty } from './relying-party.ts';

/** How long a challenge can be used, in seconds. */
export const challengeLifetime = 300;
const timeout = challengeLifetime * 1000;
/** ES256, EdDSA and RS256, which every authenticator knows one of. */
const algorithms = [-7, -8, -257];
/** In bytes; RSA of 4,096 bits fits. A larger key is not an authenticator's, and costs time at each sign-in. */
const maxPublicKey = 1024;

/** The parts of a credential that prove that it is there. Ids are base64url. */
export interface StoredCredential {
  readonly id: string;
  /** COSE. */
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** A credential that an authenticator has just made. */
export interface NewCredential extends StoredCredential {
  readonly aaguid: string;
  readonly attestationType: string;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
}

/** How a credential stands after it was used. */
export interface Use {
  readonly counter: number;
  readonly backedUp: boolean;
}

/** Whom a new credential is for. */
export interface CredentialOwner {
  /** What a discoverable credential gives back at the sign-in. */
  readonly handle: string;
  readonly name: string;
  readonly displayName: string;
}

/** Text of base64url with a greatest length. */
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

export type Registration = v.InferOutput<typeof registration>;
export type Assertion = v.InferOutput<typeof assertion>;

/** The response of `navigator.credentials.create()`; undefined when it cannot be one. */
export function readRegistration(value: unknown): Registration | undefined {
  const result = v.safeParse(registration, value);
  return result.success ? result.output : undefined;
}

/** The response of `navigator.credentials.get()`; undefined when it cannot be one. */
export function readAssertion(value: unknown): Assertion | undefined {
  const result = v.safeParse(assertion, value);
  return result.success ? result.output : undefined;
}

/** Whom a discoverable credential is for, as its authenticator says. */
export function handleOf({ response }: Assertion): string {
  return Buffer.from(response.userHandle ?? '', 'base64url').toString();
}

/** The library brings parsers of certificates, 15 MB in memory: loaded with the first ceremony. */
const library = () => import('@simplewebauthn/server');

/** @param discoverable whether the authenticator keeps the credential so that nobody has to type who they are */
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
    timeout,
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: {
      residentKey: discoverable ? 'required' : 'discouraged',
      userVerification: 'required',
    },
  });
}

/** @param allowed ids of the credentials that may be used; none for discoverable ones */
export async function requestOptions(
  party: RelyingParty,
  allowed: readonly Pick<StoredCredential, 'id' | 'transports'>[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  const allowCredentials = allowed.map(({ id, transports }) => ({ id, transports: [...transports] }));
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout,
    userVerification: 'required',
    ...(allowCredentials.length > 0 && { allowCredentials }),
  });
}

/**
 * Whether an attestation carries certificates. None was asked for, browsers send none, and what a stranger writes
 * into one is not worth parsing.
 */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const object = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = object.get('fmt');
  return format !== 'none' && (format !== 'packed' || object.get('attStmt').get('x5c') !== undefined);
}

/** The new credential, made by somebody the authenticator has verified; undefined when the response does not hold. */
export async function verifyRegistration(
  party: RelyingParty,
  challenge: string,
  { response, ...credential }: Registration,
): Promise<NewCredential | undefined> {
  try {
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
    if (!registrationInfo || registrationInfo.credential.publicKey.length > maxPublicKey) return undefined;
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
    // The library throws for each thing that does not hold, and for bytes that are no CBOR.
    return undefined;
  }
}

/**
 * Whether a credential was used for this challenge by somebody the authenticator has verified; undefined when not. A
 * counter that does not grow is a copied authenticator's.
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
