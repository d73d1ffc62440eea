import type pg from 'pg';
import type { HttpRequest } from '../http/request.ts';
import { ObjectStoreError } from '../object-store/object-store.ts';
import type { Dialect } from '../service/dialect.ts';
import { json } from '../http/reply.ts';
import { ServiceError, type ErrorTable, type ServiceErrorOptions } from '../service/errors.ts';

/**
 * Every error of storage/v1: the status in the body, the message, and the body's `error`. The vocabulary is upstream's
 * (supabase/storage `ErrorCode`, recorded from storage-api 1.11), apart from DatabaseUnavailable, StoreUnavailable and InsufficientStorage.
 */
const table = {
  NoSuchBucket: [404, 'Bucket not found', 'Bucket not found'],
  NoSuchKey: [404, 'Object not found', 'not_found'],
  NoSuchRoute: [404, (route: string) => `Route ${route} not found`, 'Not Found'],
  KeyAlreadyExists: [409, 'The resource already exists', 'Duplicate'],
  BucketAlreadyExists: [409, 'The resource already exists', 'Duplicate'],
  ResourceNotEmpty: [409, 'The bucket you tried to delete is not empty', 'InvalidRequest'],
  EntityTooLarge: [
    413,
    (reason: string) => reason || 'The object exceeded the maximum allowed size',
    'Payload too large',
  ],
  InvalidMimeType: [415, (type: string) => `mime type ${type} is not supported`, 'invalid_mime_type'],
  InvalidBucketName: [400, 'Bucket name invalid', 'Invalid Input'],
  InvalidKey: [400, (key: string) => `Invalid key: ${key}`, 'InvalidKey'],
  InvalidRequest: [400, (reason: string) => reason, 'Error'],
  InvalidJWT: [400, (reason: string) => reason, 'InvalidJWT'],
  InvalidSignature: [400, 'Invalid signature', 'InvalidSignature'],
  FeatureNotEnabled: [
    409,
    (feature: string) => `The feature ${feature} is not enabled for this resource`,
    'FeatureNotEnabled',
  ],
  InvalidRange: [400, 'invalid range provided', 'InvalidRange'],
  AccessDenied: [403, (reason: string) => reason, 'Unauthorized'],
  SlowDown: [429, 'Too many requests at once. Please try again in a moment.', 'too_many_requests'],
  DatabaseTimeout: [544, 'The connection to the database timed out', 'DatabaseTimeout'],
  DatabaseUnavailable: [
    503,
    'The database does not respond. Please try again in a moment.',
    'DatabaseUnavailable',
  ],
  StoreUnavailable: [
    503,
    'The store of the files does not respond. Please try again in a moment.',
    'StoreUnavailable',
  ],
  InsufficientStorage: [507, 'The server has no space left', 'InsufficientStorage'],
  InternalError: [500, 'Internal Server Error', 'Internal'],
} as const satisfies ErrorTable;

export type ErrorCode = keyof typeof table;

/** Seconds after which a client may try again: one that is too fast, and one whose file cannot be reached. */
const cooldowns: Readonly<Partial<Record<ErrorCode, number>>> = { SlowDown: 2 };

/** @param detail fills the message */
export class StorageError extends ServiceError<ErrorCode> {
  constructor(code: ErrorCode, detail = '', options?: ServiceErrorOptions) {
    super(code, table[code], { retryAfterSeconds: cooldowns[code], ...options }, [detail]);
  }
}

/** The error for a path without an endpoint. */
export function noSuchRoute({ method, path }: Pick<HttpRequest, 'method' | 'path'>): StorageError {
  return new StorageError('NoSuchRoute', `${method}:${path}`);
}

/** A policy's function may explain a refusal. PostgreSQL's own message would name tables. */
function denial({ message, routine }: pg.DatabaseError): string {
  return routine === 'exec_stmt_raise' ? message : 'new row violates row-level security policy';
}

const unstorable = ['InvalidRequest', 'text that cannot be stored'] as const;

/** By PostgreSQL's code. */
const databaseErrors: Readonly<Record<string, readonly [code: ErrorCode, detail?: string]>> = {
  '22021': unstorable,
  '22P02': unstorable,
  '22P05': unstorable,
  '23503': ['NoSuchBucket'],
  '53100': ['InsufficientStorage'],
  '53300': ['SlowDown'],
  '57014': ['DatabaseTimeout'],
};

function databaseError(error: pg.DatabaseError): StorageError | undefined {
  const options = { cause: error };
  if (error.code === '42501') return new StorageError('AccessDenied', denial(error), options);
  if (error.code === '23505')
    return new StorageError(
      error.table === 'buckets' ? 'BucketAlreadyExists' : 'KeyAlreadyExists',
      '',
      options,
    );
  const [code, detail] = databaseErrors[error.code ?? ''] ?? [];
  return code && new StorageError(code, detail, options);
}

/** Errors as upstream writes them: the real status stands in the body, as text, and HTTP's is 400 below 500. */
export const storageDialect: Dialect<StorageError> = {
  busy: (retryAfterSeconds) => new StorageError('SlowDown', '', { retryAfterSeconds }),
  bodyTooLarge: () => new StorageError('EntityTooLarge'),
  bodyBrokenOff: ({ message }) => new StorageError('InvalidRequest', message),
  bodyNotJson: ({ exceeded }) =>
    new StorageError('InvalidRequest', exceeded ? 'body has too many values' : 'body is not valid JSON'),
  badToken: ({ kind, message }) =>
    new StorageError('AccessDenied', kind === 'expired' ? '"exp" claim timestamp check failed' : message),
  diskFull: () => new StorageError('InsufficientStorage'),
  fromDatabase: databaseError,
  unavailable: (cause, retryAfterSeconds) =>
    new StorageError(cause instanceof ObjectStoreError ? 'StoreUnavailable' : 'DatabaseUnavailable', '', {
      cause,
      retryAfterSeconds,
    }),
  unexpected: (cause) => new StorageError('InternalError', '', { cause }),
  render({ code, status, message }) {
    const body = { statusCode: String(status), error: table[code][2], message, code };
    const isPlain = status < 500 && code !== 'SlowDown';
    return json(body, isPlain ? 400 : status);
  },
};
