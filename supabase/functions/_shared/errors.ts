/** Every error of our functions: the code, which the app translates, with its HTTP status and a text for logs. */
const errors = {
  bad_json: [400, 'The body must be a JSON object.'],
  validation_failed: [400, 'The request is not valid.'],
  current_password_invalid: [400, 'The password is not correct.'],
  no_authorization: [401, 'Sign in first.'],
  not_admin: [403, 'Only administrators may do this.'],
  insufficient_aal: [403, 'Enter the code of your second factor first.'],
  not_found: [404, 'Not found.'],
  user_not_found: [404, 'User not found.'],
  driver_not_found: [404, 'Driver not found.'],
  method_not_allowed: [405, 'Method not allowed.'],
  self_delete: [409, 'Administrators and the office cannot delete their own account.'],
  self_demote: [409, 'Administrators cannot give up their own role.'],
  last_admin: [409, 'The last administrator cannot be removed.'],
  self_block: [409, 'Administrators cannot block themselves.'],
  over_request_rate_limit: [429, 'Too many requests. Wait a minute.'],
  request_entity_too_large: [413, 'The body is too large.'],
  weak_password: [422, 'The password must have at least 8 characters.'],
  unavailable: [503, 'The service cannot be reached at the moment.'],
} as const satisfies Readonly<Record<string, readonly [status: number, message: string]>>;

export type ErrorCode = keyof typeof errors;

/** An error response: one of the table, or the error of auth/v1 (`email_exists`, …). */
export class HttpError extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** An error of the table; `message` replaces its text. */
export function httpError(code: ErrorCode, message?: string): HttpError {
  const [status, text] = errors[code];
  return new HttpError(code, status, message ?? text);
}

export function invalid(field: string): HttpError {
  return httpError('validation_failed', `“${field}” is not valid.`);
}
