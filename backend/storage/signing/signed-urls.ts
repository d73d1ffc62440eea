import { createSecretKey, type KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { StorageError } from '../errors.ts';
import type { ObjectAddress } from '../store/keys.ts';

/** What a signed upload URL says beside its address. */
export interface UploadGrant {
  /** The database role of whoever asked for the URL. */
  readonly role: string;
  /** Their user id; null for keys. */
  readonly owner: string | null;
  /** The session in which they asked; null for keys, and for tokens without one. */
  readonly session: string | null;
  readonly upsert: boolean;
}

/** What a signed download URL says beside its address. */
export interface DownloadGrant {
  /** As `transformationText` writes it; empty for none. */
  readonly transformations: string;
  readonly expires: Date;
}

/**
 * The tokens in signed URLs: HS256 JWTs `{url: "bucket/key", scope, iat, exp, …}`, as storage-api's. They are signed
 * with secrets of their own, which sign nothing else: no token of ours for another purpose is a signed URL, and no
 * signed URL is a token of the API.
 */
export interface SignedUrls {
  /** The token of a URL that is good for `seconds`. */
  signDownload(address: ObjectAddress, seconds: number, transformations: string): Promise<string>;
  signUpload(address: ObjectAddress, seconds: number, grant: UploadGrant): Promise<string>;
  /** Throws StorageError InvalidJWT (with jose's text), InvalidSignature for a token of another address. */
  verifyDownload(token: string, address: ObjectAddress): Promise<DownloadGrant>;
  /** Throws as `verifyDownload`. */
  verifyUpload(token: string, address: ObjectAddress): Promise<UploadGrant>;
}

/** A token holds one key and a few short claims. */
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
      // Another key may be the one; every other reason holds for all of them.
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
    }
  }
  throw new StorageError('InvalidJWT', reason);
}

/** @param derived the first makes tokens, all recognise them */
export function createSignedUrls(derived: readonly [Buffer, ...Buffer[]]): SignedUrls {
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
    signDownload: (address, seconds, transformations) =>
      sign({ url: urlOf(address), scope: 'download', ...(transformations && { transformations }) }, seconds),
    signUpload: (address, seconds, { role, owner, session, upsert }) => {
      const from = { role, ...(owner !== null && { owner }), ...(session !== null && { session }) };
      return sign({ url: urlOf(address), scope: 'upload', upsert, ...from }, seconds);
    },
    async verifyDownload(token, address) {
      const { transformations, exp } = await verify(token, address, 'download');
      return {
        transformations: typeof transformations === 'string' ? transformations : '',
        expires: new Date((exp ?? 0) * 1000),
      };
    },
    async verifyUpload(token, address) {
      const { role, owner, session, upsert } = await verify(token, address, 'upload');
      // Tokens of earlier versions name no role.
      if (typeof role !== 'string') throw new StorageError('InvalidSignature');
      const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : null);
      return { role, owner: textOf(owner), session: textOf(session), upsert: upsert === true };
    },
  };
}
