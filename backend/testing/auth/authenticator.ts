import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** How an authenticator, or somebody who pretends to be one, departs from what it should do. */
export interface Misbehaviour {
  /** Whether it checked who holds it. */
  readonly verified?: boolean;
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly userHandle?: string;
}

interface Credential {
  readonly id: string;
  readonly key: KeyObject;
  /** Base64url. */
  readonly userHandle: string;
  readonly rpId: string;
  counter: number;
}

const hash = (content: string | Uint8Array) => createHash('sha256').update(content).digest();

/** CBOR of byte strings of 24 to 255 bytes. */
function cborBytes(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

/** A P-256 key in COSE: kty EC2, alg ES256, crv P-256, x, y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

function authenticatorData(
  rpId: string,
  counter: number,
  { verified = true }: Misbehaviour,
  attested = Buffer.alloc(0),
): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  // User present, user verified, attested credential data.
  const flags = 0x01 | (verified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
  return Buffer.concat([hash(rpId), Buffer.from([flags]), count, attested]);
}

/** An authenticator of software with the browser around it: it makes credentials and uses them, as told also wrongly. */
export class SoftwareAuthenticator {
  readonly #origin: string;
  readonly #credentials: Credential[] = [];

  /** @param origin of the page that it is used on */
  constructor(origin: string) {
    this.#origin = origin;
  }

  #clientData(type: string, challenge: string, wrong: Misbehaviour): Buffer {
    const origin = wrong.origin ?? this.#origin;
    return Buffer.from(
      JSON.stringify({ type, challenge: wrong.challenge ?? challenge, origin, crossOrigin: false }),
    );
  }

  /** As `navigator.credentials.create()`. */
  create(
    options: PublicKeyCredentialCreationOptionsJSON,
    wrong: Misbehaviour = {},
  ): RegistrationResponseJSON {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const rawId = randomBytes(32);
    const id = rawId.toString('base64url');
    const rpId = wrong.rpId ?? options.rp.id ?? '';
    this.#credentials.push({ id, key: privateKey, userHandle: options.user.id, rpId, counter: 1 });
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, rawId.length]),
      rawId,
      coseKey(publicKey),
    ]);
    const authData = authenticatorData(rpId, wrong.counter ?? 1, wrong, attested);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData),
    ]);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, wrong).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** As `navigator.credentials.get()`, with the newest credential that is allowed. */
  get(options: PublicKeyCredentialRequestOptionsJSON, wrong: Misbehaviour = {}): AuthenticationResponseJSON {
    const allowed = options.allowCredentials?.map(({ id }) => id);
    const credential = this.#credentials.findLast(({ id }) => allowed?.includes(id) ?? true);
    if (!credential) throw new Error('The authenticator has no such credential');
    credential.counter += 1;
    const clientData = this.#clientData('webauthn.get', options.challenge, wrong);
    const authData = authenticatorData(
      wrong.rpId ?? credential.rpId,
      wrong.counter ?? credential.counter,
      wrong,
    );
    const signature = sign('sha256', Buffer.concat([authData, hash(clientData)]), credential.key);
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: wrong.userHandle ?? credential.userHandle,
      },
    };
  }
}
