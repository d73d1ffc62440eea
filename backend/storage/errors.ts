import pg from 'pg';
import { isUnavailable } from '../db/failures.ts';
import { BodyBrokenOffError, BodyTooLargeError } from '../service/body.ts';
import { TokenError } from '../identity/tokens.ts';

interface Spec {
  /** The status told in the body, as text. */
  readonly status: number;
  /** The body's `error`. */
  readonly error: string;
  readonly message: (detail: string) => string;
  /** The HTTP status where it is not storage's usual one: 400 for everything below 500. */
  readonly httpStatus?: number;
}

/** Every error of storage/v1: the wire's vocabulary (supabase/storage `ErrorCode`, recorded from storage-api 1.11). */
const table = {
  NoSuchBucket: { status: 404, error: 'Bucket not found', message: () => 'Bucket not found' },
  NoSuchKey: { status: 404, error: 'not_found', message: () => 'Object not found' },
  NoSuchRoute: { status: 404, error: 'Not Found', message: (route) => `Route ${route} not found` },
  KeyAlreadyExists: { status: 409, error: 'Duplicate', message: () => 'The resource already exists' },
  BucketAlreadyExists: { status: 409, error: 'Duplicate', message: () => 'The resource already exists' },
  ResourceNotEmpty: {
    status: 409,
    error: 'InvalidRequest',
    message: () => 'The bucket you tried to delete is not empty',
  },
  EntityTooLarge: {
    status: 413,
    error: 'Payload too large',
    message: () => 'The object exceeded the maximum allowed size',
  },
  InvalidMimeType: {
    status: 415,
    error: 'invalid_mime_type',
    message: (type) => `mime type ${type} is not supported`,
  },
  InvalidBucketName: { status: 400, error: 'Invalid Input', message: () => 'Bucket name invalid' },
  InvalidKey: { status: 400, error: 'InvalidKey', message: (key) => `Invalid key: ${key}` },
  InvalidRequest: { status: 400, error: 'Error', message: (reason) => reason },
  InvalidJWT: { status: 400, error: 'InvalidJWT', message: (reason) => reason },
  InvalidSignature: { status: 400, error: 'InvalidSignature', message: () => 'Invalid signature' },
  FeatureNotEnabled: {
    status: 409,
    error: 'FeatureNotEnabled',
    message: (feature) => `The feature ${feature} is not enabled for this resource`,
  },
  InvalidRange: { status: 400, error: 'InvalidRange', message: () => 'invalid range provided' },
  AccessDenied: { status: 403, error: 'Unauthorized', message: (reason) => reason },
  SlowDown: {
    status: 429,
    error: 'too_many_requests',
    message: () => 'Too many requests at once. Please try again in a moment.',
    httpStatus: 429,
  },
  DatabaseTimeout: {
    status: 544,
    error: 'DatabaseTimeout',
    message: () => 'The connection to the database timed out',
  },
  /** Not upstream's, which says 500. */
  DatabaseUnavailable: {
    status: 503,
    error: 'DatabaseUnavailable',
    message: () => 'The database does not answer. Please try again in a moment.',
  },
  /** Not upstream's: its disks are somebody else's. */
  InsufficientStorage: {
    status: 507,
    error: 'InsufficientStorage',
    message: () => 'The server has no space left',
  },
  InternalError: { status: 500, error: 'Internal', message: () => 'Internal Server Error' },
} as const satisfies Readonly<Record<string, Spec>>;

export type ErrorCode = keyof typeof table;

/** A refusal or failure in the wire's vocabulary; `detail` fills the message. */
export class StorageError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, detail = '', options?: ErrorOptions) {
    super(table[code].message(detail), options);
    this.code = code;
  }
}

const rowLevelSecurity = 'new row violates row-level security policy';

/** A function of a policy may say why it refuses; PostgreSQL's own words would name tables. */
function denial({ message, routine }: pg.DatabaseError): string {
  return routine === 'exec_stmt_raise' ? message : rowLevelSecurity;
}

function databaseError(error: pg.DatabaseError): StorageError {
  const options = { cause: error };
  switch (error.code) {
    case '42501':
      return new StorageError('AccessDenied', denial(error), options);
    case '23505':
      return new StorageError(
        error.table === 'buckets' ? 'BucketAlreadyExists' : 'KeyAlreadyExists',
        '',
        options,
      );
    case '23503':
      return new StorageError('NoSuchBucket', '', options);
    case '22021':
    case '22P02':
    case '22P05':
      return new StorageError('InvalidRequest', 'text that cannot be stored', options);
    case '53300':
      return new StorageError('SlowDown', '', options);
    case '53100':
      return new StorageError('InsufficientStorage', '', options);
    case '57014':
      return new StorageError('DatabaseTimeout', '', options);
    default:
      return new StorageError(isUnavailable(error) ? 'DatabaseUnavailable' : 'InternalError', '', options);
  }
}

/** Puts whatever was thrown into the wire's vocabulary. What is not foreseen is an InternalError with its cause. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof TokenError)
    return new StorageError(
      'AccessDenied',
      error.kind === 'expired' ? '"exp" claim timestamp check failed' : error.message,
    );
  if (error instanceof BodyTooLargeError) return new StorageError('EntityTooLarge');
  if (error instanceof BodyBrokenOffError) return new StorageError('InvalidRequest', error.message);
  if (error instanceof pg.DatabaseError) return databaseError(error);
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC')
    return new StorageError('InsufficientStorage', '', { cause: error });
  if (isUnavailable(error)) return new StorageError('DatabaseUnavailable', '', { cause: error });
  return new StorageError('InternalError', '', { cause: error });
}

/** An error as storage/v1 renders it: the real status is told in the body, as text. */
export function renderError(error: StorageError): { body: Record<string, string>; httpStatus: number } {
  const spec: Spec = table[error.code];
  return {
    body: {
      statusCode: String(spec.status),
      error: spec.error,
      message: error.message,
      code: error.code,
    },
    httpStatus: spec.httpStatus ?? (spec.status < 500 ? 400 : spec.status),
  };
}
