import type { Dialect } from '../service/dialect.ts';
import { json } from '../http/reply.ts';
import { ServiceError, type ErrorTable, type ServiceErrorOptions } from '../service/errors.ts';

/** Every error of functions/v1. The body has the codes in capitals; for all others it has the status as code. */
const errors = {
  NOT_FOUND: [404, 'Requested function was not found'],
  BOOT_ERROR: [503, 'Function failed to start (please check logs)'],
  body_incomplete: [400, 'The body did not arrive completely.'],
  no_authorization: [401, 'Missing authorization header'],
  invalid_api_key: [401, 'Invalid API key'],
  invalid_token: [401, 'Invalid JWT'],
  method_not_allowed: [405, 'Method not allowed'],
  body_too_large: [413, 'The body is too large.'],
  too_many_requests: [429, 'Too many requests. Please try again in a moment.'],
  unavailable: [503, 'The database is unavailable; try again in a moment.'],
  failed: [500, 'The function failed.'],
} as const satisfies ErrorTable;

type ErrorCode = keyof typeof errors;

export class FunctionError extends ServiceError<ErrorCode> {
  constructor(code: ErrorCode, options?: ServiceErrorOptions) {
    super(code, errors[code], options);
  }
}

export const functionDialect: Dialect<FunctionError> = {
  busy: (retryAfterSeconds) => new FunctionError('too_many_requests', { retryAfterSeconds }),
  bodyTooLarge: ({ message }) => new FunctionError('body_too_large', { message }),
  bodyBrokenOff: ({ message }) => new FunctionError('body_incomplete', { message }),
  badToken: () => new FunctionError('invalid_token'),
  bodyNotJson: () => new FunctionError('failed'),
  diskFull: () => new FunctionError('failed'),
  fromDatabase: () => undefined,
  unavailable: (cause, retryAfterSeconds) => new FunctionError('unavailable', { cause, retryAfterSeconds }),
  unexpected: () => new FunctionError('failed'),
  render({ code, status, message }) {
    const shown = /^[A-Z_]+$/.test(code) ? code : status;
    return json({ code: shown, message }, status);
  },
};
