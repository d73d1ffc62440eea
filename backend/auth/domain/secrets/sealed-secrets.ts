import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { DerivedSecrets } from '../../../identity/root-secrets.ts';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

function openWith(key: Buffer, factorId: string, sealed: Buffer): string | undefined {
  const iv = sealed.subarray(0, ivBytes);
  const tag = sealed.subarray(ivBytes, ivBytes + tagBytes);
  if (tag.length < tagBytes) return undefined;
  const decipher = createDecipheriv(cipher, key, iv).setAAD(Buffer.from(factorId)).setAuthTag(tag);
  try {
    return decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** Encrypts the secrets of second factors: checking a code needs the plain secret. */
export function createFactorSecrets(keys: DerivedSecrets) {
  const [first] = keys;
  return {
    /** The stored form of a secret; it opens for the same factor only. */
    seal(factorId: string, secret: string): string {
      const iv = randomBytes(ivBytes);
      const encryption = createCipheriv(cipher, first, iv).setAAD(Buffer.from(factorId));
      const text = Buffer.concat([encryption.update(secret, 'utf8'), encryption.final()]);
      return Buffer.concat([iv, encryption.getAuthTag(), text]).toString('base64url');
    },
    /** The secret; undefined when it was sealed with another key or for another factor. */
    open(factorId: string, sealed: string): string | undefined {
      const bytes = Buffer.from(sealed, 'base64url');
      return keys.map((key) => openWith(key, factorId, bytes)).find((secret) => secret !== undefined);
    },
  };
}
