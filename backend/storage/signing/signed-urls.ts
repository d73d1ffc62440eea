import { createSecretKey, type KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { StorageError } from '../errors.ts';
import type { ObjectAddress } from '../store/keys.ts';

/** The person or key that made a signed URL. */
export interface Creator {
  readonly role: string;
  /** The user id; null for keys. */
  readonly owner: string | null;
  /** The id of the session; null for keys, and for tokens without one. */
  readonly session: string | null;
}

/** The claims of a signed upload URL, besides its address. */
export interface UploadGrant extends Creator {
  readonly upsert: boolean;
}

/** The claims of a signed URL for download, besides its address. */
export interface DownloadTerms {
  readonly seconds: number;
  /** As of `transformationText`; empty for none. */
  readonly transformations: string;
  /** The URL has this person's rights; undefined for the server's. */
  readonly creator?: Creator | undefined;
}

const maxTokenCharacters = 4096;

const urlOf = ({ bucket, key }: ObjectAddress): string => `${bucket}/${key}`;

function claimsOf({ role, owner, session }: Creator): JWTPayload {
  return { role, ...(owner !== null && { owner }), ...(session !== null && { session }) };
}

/** Undefined in tokens without a creator. */
function creatorOf({ role, owner, session }: JWTPayload): Creator | undefined {
  const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : null);
  return typeof role === 'string' ? { role, owner: textOf(owner), session: textOf(session) } : undefined;
}

async function payloadOf(token: string, secrets: readonly KeyObject[]): Promise<JWTPayload> {
  let reason = 'Invalid Compact JWS';
  if (token.length > maxTokenCharacters) throw new StorageError('InvalidJWT', reason);
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
    signDownload(
      address: ObjectAddress,
      { seconds, transformations, creator }: DownloadTerms,
    ): Promise<string> {
      const from = creator && claimsOf(creator);
      const claims = { scope: 'download', ...(transformations && { transformations }), ...from };
      return sign({ url: urlOf(address), ...claims }, seconds);
    },
    signUpload: (
      address: ObjectAddress,
      seconds: number,
      { upsert, ...creator }: UploadGrant,
    ): Promise<string> =>
      sign({ url: urlOf(address), scope: 'upload', upsert, ...claimsOf(creator) }, seconds),
    /**
     * Returns the terms of the URL, whose `seconds` are its whole lifetime, and the time of expiry. Throws StorageError
     * InvalidJWT, with jose's message; InvalidSignature for a token of another address.
     */
    async verifyDownload(token: string, address: ObjectAddress): Promise<DownloadTerms & { expires: Date }> {
      const payload = await verify(token, address, 'download');
      const { transformations, iat = 0, exp = 0 } = payload;
      return {
        transformations: typeof transformations === 'string' ? transformations : '',
        seconds: exp - iat,
        expires: new Date(exp * 1000),
        creator: creatorOf(payload),
      };
    },
    /** Throws like `verifyDownload`. */
    async verifyUpload(token: string, address: ObjectAddress): Promise<UploadGrant> {
      const payload = await verify(token, address, 'upload');
      const creator = creatorOf(payload);
      if (!creator) throw new StorageError('InvalidSignature');
      return { ...creator, upsert: payload['upsert'] === true };
    },
  };
}
