import { createSecretKey, type KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { StorageError } from '../errors.ts';
import type { ObjectAddress } from '../store/keys.ts';

/** The claims of a signed upload URL, besides its address. */
export interface UploadGrant {
  /** The database role of the URL's creator. */
  readonly role: string;
  /** The creator's user id; null for keys. */
  readonly owner: string | null;
  /** The creator's session; null for keys, and for tokens without one. */
  readonly session: string | null;
  readonly upsert: boolean;
}

const maxTokenLength = 4096;

const urlOf = ({ bucket, key }: ObjectAddress): string => `${bucket}/${key}`;

async function payloadOf(token: string, secrets: readonly KeyObject[]): Promise<JWTPayload> {
  let reason = 'Invalid Compact JWS';
  if (token.length > maxTokenLength) throw new StorageError('InvalidJWT', reason);
  for (const secret of secrets) {
    try {
      return (await jwtVerify(token, secret, { algorithms: ['HS256'], requiredClaims: ['exp'] })).payload;
    } catch (error) {
      reason = error instanceof Error ? error.message : reason;
      // Only a signature can be right under another secret.
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
    }
  }
  throw new StorageError('InvalidJWT', reason);
}

/**
 * Signs and verifies the tokens in signed URLs: HS256 JWTs `{url: "bucket/key", scope, iat, exp, …}`, as upstream. Their
 * secrets sign nothing else, so no other token works as a signed URL, and no signed URL works as an access token.
 * @param derived the first secret signs, all of them verify
 */
export function createSignedUrls(derived: readonly [Buffer, ...Buffer[]]) {
  const secrets = derived.map((secret) => createSecretKey(secret));
  const first = createSecretKey(derived[0]);

  function sign(claims: JWTPayload, seconds: number): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(first);
  }

  async function verify(token: string, address: ObjectAddress, scope: 'download' | 'upload') {
    const payload = await payloadOf(token, secrets);
    if (payload['url'] !== urlOf(address) || payload['scope'] !== scope)
      throw new StorageError('InvalidSignature');
    return payload;
  }

  return {
    /** Returns a token that expires after `seconds`. */
    signDownload: (address: ObjectAddress, seconds: number, transformations: string): Promise<string> =>
      sign({ url: urlOf(address), scope: 'download', ...(transformations && { transformations }) }, seconds),
    signUpload(
      address: ObjectAddress,
      seconds: number,
      { role, owner, session, upsert }: UploadGrant,
    ): Promise<string> {
      const from = { role, ...(owner !== null && { owner }), ...(session !== null && { session }) };
      return sign({ url: urlOf(address), scope: 'upload', upsert, ...from }, seconds);
    },
    /**
     * Returns the text of `transformationText`, empty for none, and the time of expiry. Throws StorageError InvalidJWT, with
     * jose's message; InvalidSignature for a token of another address.
     */
    async verifyDownload(token: string, address: ObjectAddress) {
      const { transformations, exp } = await verify(token, address, 'download');
      return {
        transformations: typeof transformations === 'string' ? transformations : '',
        expires: new Date((exp ?? 0) * 1000),
      };
    },
    /** Throws like `verifyDownload`. */
    async verifyUpload(token: string, address: ObjectAddress): Promise<UploadGrant> {
      const { role, owner, session, upsert } = await verify(token, address, 'upload');
      // Tokens of earlier versions have no role.
      if (typeof role !== 'string') throw new StorageError('InvalidSignature');
      const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : null);
      return { role, owner: textOf(owner), session: textOf(session), upsert: upsert === true };
    },
  };
}
