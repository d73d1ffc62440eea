import { invalid } from '../../errors.ts';
import type { Metadata } from '../../store/users.ts';

/**
 * The limits of an account's metadata, in bytes of JSON. Every access token contains both, and with these limits stays
 * below the 8 KB that `backend/identity/tokens.ts` accepts. Platform SQL 016 enforces them on the table.
 */
export const maxUserMetadataBytes = 3072;
export const maxAppMetadataBytes = 1024;

/** Merges the top level, like upstream: a null value deletes its key. */
export function mergeMetadata(current: Metadata, changes: Metadata): Metadata {
  return Object.fromEntries(
    Object.entries({ ...current, ...changes }).filter(
      ([key, value]) => value !== null || !Object.hasOwn(changes, key),
    ),
  );
}

function sizeOf(metadata: Metadata): number {
  return Buffer.byteLength(JSON.stringify(metadata));
}

/** A stored value above the limit may stay or shrink, but not grow. */
function bounded(name: string, max: number) {
  return (current: Metadata, changes: Metadata): Metadata => {
    const merged = mergeMetadata(current, changes);
    const size = sizeOf(merged);
    if (size > max && size > sizeOf(current)) throw invalid(`${name} may not exceed ${max} bytes of JSON`);
    return merged;
  };
}

/** `user_metadata` with a caller's changes. @throws AuthError validation_failed when it becomes too large */
export const changeUserMetadata = bounded('user_metadata', maxUserMetadataBytes);

/** `app_metadata` with an administrator's changes. @throws AuthError validation_failed when it becomes too large */
export const changeAppMetadata = bounded('app_metadata', maxAppMetadataBytes);

/** The `user_metadata` of an access token; empty when a value from before the limit would make the token too large. */
export function tokenMetadata(metadata: Metadata): Metadata {
  // The server adds marks of its own, such as email_verified, to the caller's keys.
  return sizeOf(metadata) > maxUserMetadataBytes + 256 ? {} : metadata;
}
