import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { JWK } from 'jose';

/** Encrypts the secrets of second factors: unlike a password, a secret is needed in the clear to check a code. */
export interface FactorSecrets {
  /** The secret as it is stored. It opens for the same factor only. */
  seal(factorId: string, secret: string): string;
  /** The secret; undefined when it was sealed under another installation's key, or for another factor. */
  open(factorId: string, sealed: string): string | undefined;
}

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

function keyOf(key: JWK): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(key.d ?? '', 'base64url'), '', 'factor secrets', 32));
}

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

/** @param signing the private signing keys: the first seals, all open */
export function createFactorSecrets(signing: readonly JWK[]): FactorSecrets {
  const keys = signing.map(keyOf);
  const first = keys[0];
  if (!first) throw new Error('There is no signing key.');
  return {
    seal(factorId, secret) {
      const iv = randomBytes(ivBytes);
      const encryption = createCipheriv(cipher, first, iv).setAAD(Buffer.from(factorId));
      const text = Buffer.concat([encryption.update(secret, 'utf8'), encryption.final()]);
      return Buffer.concat([iv, encryption.getAuthTag(), text]).toString('base64url');
    },
    open(factorId, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      return keys.map((key) => openWith(key, factorId, bytes)).find((secret) => secret !== undefined);
    },
  };
}
