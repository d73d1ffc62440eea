import type { Database } from '../../db/database.ts';
import type { RequestSession } from '../../db/exchange.ts';
import { StorageError } from '../errors.ts';
import type { StorageServices } from '../services.ts';
import { isoTime } from './sql.ts';

/** A bucket's limits for uploads. */
export interface UploadRules {
  /** In bytes: the bucket's limit or the server's, whichever is lower. */
  readonly fileSizeLimit: number;
  /** Such as `image/*`; null for all. */
  readonly allowedMimeTypes: readonly string[] | null;
  /** Pixels on the longest side of a re-encoded picture. */
  readonly pictureSide: number;
  /** Whether the bucket takes pictures and PDFs alone, by their bytes. */
  readonly verifiesContent: boolean;
}

/** The members of a bucket on the wire, for `json_build_object`. */
export const bucketFields = `'id', id, 'name', name, 'owner', coalesce(owner::text, ''), 'public', public,
  'file_size_limit', file_size_limit, 'allowed_mime_types', allowed_mime_types,
  'created_at', ${isoTime('created_at')}, 'updated_at', ${isoTime('updated_at')}`;

const findSql = `select json_build_object(${bucketFields}) from storage.buckets where id = $1`;

/**
 * Returns the bucket as the wire's JSON text.
 * @throws StorageError NoSuchBucket when the session cannot see it; pg.DatabaseError
 */
export async function findBucket(db: Database, session: RequestSession, bucket: string): Promise<string> {
  const { rows } = await db.asCaller(session, { sql: findSql, values: [bucket] });
  const [found] = rows[0] ?? [];
  if (found == null) throw new StorageError('NoSuchBucket');
  return found;
}

/**
 * Reads with the server's rights: a caller that may upload need not see the bucket.
 * @throws StorageError NoSuchBucket
 */
export async function findUploadRules(
  { db, fileSizeLimit, configuredRules }: Pick<StorageServices, 'db' | 'fileSizeLimit' | 'configuredRules'>,
  bucket: string,
): Promise<UploadRules> {
  const [row] = await db.query<{ limit: string | null; types: string[] | null }>(
    'select file_size_limit as limit, allowed_mime_types as types from storage.buckets where id = $1',
    [bucket],
  );
  if (!row) throw new StorageError('NoSuchBucket');
  const { pictureSide, verifiesContent } = configuredRules(bucket);
  return {
    fileSizeLimit: Math.min(fileSizeLimit, row.limit === null ? Infinity : Number(row.limit)),
    allowedMimeTypes: row.types?.length ? row.types : null,
    pictureSide,
    verifiesContent,
  };
}

/**
 * Returns the rules for signed URLs: the bucket's own of `config.toml`, else those of its `[storage]` for as long as the
 * bucket is private.
 */
export async function findUrlRules({ db, config }: Pick<StorageServices, 'db' | 'config'>, bucket: string) {
  const { buckets, ...storage } = config.protocol.storage;
  const own = buckets[bucket];
  const [row] = await db.query<{ public: boolean }>('select public from storage.buckets where id = $1', [
    bucket,
  ]);
  const common = row?.public === true ? undefined : storage;
  return {
    /** The most seconds that a signed URL may last. */
    maxSeconds: (own?.signed_url_max_expiry ?? common?.signed_url_max_expiry ?? Infinity) / 1000,
    /** Whether a signed URL has the rights of its creator when it is used. */
    followsCreator: own?.signed_url_follows_creator ?? common?.signed_url_follows_creator ?? false,
  };
}
