import { invalid } from '../errors.ts';
import { mergeMetadata, type Metadata } from './users.ts';

/**
 * The largest metadata of an account, in bytes of JSON. Both are in every access token, which with these bounds stays
 * below the 8 KB that `backend/identity/tokens.ts` accepts. Platform SQL 016 holds the table to them as well.
 */
export const maxUserMetadata = 3072;
export const maxAppMetadata = 1024;

function sizeOf(metadata: Metadata): number {
  return Buffer.byteLength(JSON.stringify(metadata));
}

/** A value that was stored before there was a bound may stay and shrink, but not grow. */
function bounded(name: string, max: number) {
  return (current: Metadata, changes: Metadata): Metadata => {
    const merged = mergeMetadata(current, changes);
    const size = sizeOf(merged);
    if (size > max && size > sizeOf(current)) throw invalid(`${name} may not exceed ${max} bytes of JSON`);
    return merged;
  };
}

/** `user_metadata` with a caller's changes. Throws AuthError validation_failed when it becomes too large. */
export const changeUserMetadata = bounded('user_metadata', maxUserMetadata);

/** `app_metadata` with an administrator's changes. Throws AuthError validation_failed when it becomes too large. */
export const changeAppMetadata = bounded('app_metadata', maxAppMetadata);

/** The `user_metadata` of an access token: none where a value from before the bound would make the token too large. */
export function tokenMetadata(metadata: Metadata): Metadata {
  // The server's own marks, such as email_verified, may come on top of what a caller stored.
  return sizeOf(metadata) > maxUserMetadata + 256 ? {} : metadata;
}
