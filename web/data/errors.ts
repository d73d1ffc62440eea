/**
 * Every error of the backend in one shape. `code` is the wire's own code (`invalid_credentials`, `42501`,
 * `EntityTooLarge`) or one of ours: `network`, `unreadable`, `request_timeout`, `driver_code_taken`,
 * `driver_exists`, `link_exists`, `photo_required`, `policy_changed`, `no_user`, `unknown`.
 */
export class DataError extends Error {
  override readonly name = 'DataError';
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly retryable: boolean;
  /** The name or value that an error of the database is about; else empty. */
  readonly details: string;

  constructor(code: string, message: string, status = 0, retryable = false, details = '') {
    super(message);
    this.code = code;
    this.status = status;
    this.retryable = retryable;
    this.details = details;
  }
}

type WireError = Partial<Record<'name' | 'message' | 'code' | 'status' | 'statusCode' | 'details', unknown>>;

/** Codes of ours for violated unique constraints, by the name of the constraint. */
const constraints: Record<string, string> = {
  drivers_driver_code_key: 'driver_code_taken',
  drivers_created_by_key: 'driver_exists',
  user_drivers_pkey: 'link_exists',
  user_drivers_user_id_key: 'link_exists',
  user_drivers_driver_id_key: 'driver_linked',
  documents_driver_key: 'document_exists',
  documents_vehicle_key: 'document_exists',
  document_kinds_name_key: 'kind_exists',
};

/** The messages of browsers without a connection: Chromium, Firefox, Safari, and a network that changed. */
const networkMessage =
  /failed to fetch|networkerror|dynamically imported module|load failed|network request failed|connection was lost/i;

/**
 * The messages of browsers for a response that is no JSON, and a page of HTML in place of a message: the answer of a proxy, or
 * of a public Wi-Fi that wants a sign-in.
 */
const unreadableMessage = /\bjson\b|unexpected (token|end of|character|eof)|^\s*</i;

/** Responses of a proxy or an overloaded server; the same request may succeed a moment later. */
const retryableStatus = new Set([408, 425, 500, 502, 503, 504, 520, 521, 522, 523, 524, 530]);

/** PostgreSQL ends one of two transactions that wait for each other (`40P01`): the same request may succeed. */
const retryableCodes = new Set(['network', 'unreadable', 'request_timeout', '40P01']);

function statusOf(error: WireError, given: number): number {
  const status = Number(error.status ?? error.statusCode ?? given);
  return Number.isInteger(status) ? status : given;
}

function codeOf(error: WireError, message: string, status: number): string {
  if (message.includes('request_timeout')) return 'request_timeout';
  const code = typeof error.code === 'string' ? error.code : '';
  if (code === '23505')
    return Object.entries(constraints).find(([name]) => message.includes(name))?.[1] ?? code;
  if (code !== '') return code;
  const isUnreadable = status < 300 && unreadableMessage.test(message);
  if (networkMessage.test(message) || (error.name === 'AuthRetryableFetchError' && status === 0))
    return isUnreadable ? 'unreadable' : 'network';
  if (typeof error.statusCode === 'string' && /^[A-Z]\w+$/i.test(error.statusCode)) return error.statusCode;
  if (status === 413) return 'EntityTooLarge';
  if (isUnreadable) return 'unreadable';
  return status === 429 ? 'over_request_rate_limit' : 'unknown';
}

/**
 * Turns every error that the clients return or throw into a `DataError`: AuthError, PostgrestError, StorageError, a failed
 * `fetch`, or anything else. A value that is not an error object gets the code `unknown` and no message.
 * @param status HTTP status, for the clients that report it beside the error
 */
export function toDataError(error: unknown, status = 0): DataError {
  if (error instanceof DataError) return error;
  if (typeof error !== 'object' || error === null || !('message' in error))
    return new DataError('unknown', '');
  const wire: WireError = error;
  const message = typeof wire.message === 'string' ? wire.message : '';
  const httpStatus = statusOf(wire, status);
  const code = codeOf(wire, message, httpStatus);
  const retryable = retryableCodes.has(code) || retryableStatus.has(httpStatus);
  const details = typeof wire.details === 'string' ? wire.details : '';
  return new DataError(code, message, httpStatus, retryable, details);
}

/** The data of a client's result. @throws DataError when the result carries an error */
export function unwrap<Result extends { data?: unknown; error: unknown; status?: number }>(
  result: Result,
): NonNullable<Result['data']> {
  if (result.error != null) throw toDataError(result.error, result.status);
  return result.data as NonNullable<Result['data']>;
}
