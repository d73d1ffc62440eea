import { isUnavailable } from '../db/failures.ts';
import { mayHaveBody } from '../http/reply.ts';
import type { Dialect } from '../service/dialect.ts';
import { fromDatabaseError } from './database-errors.ts';
import { restError, type RestError } from './errors.ts';

/** Errors as PostgREST writes them. */
export const restDialect: Dialect<RestError> = {
  busy: (retryAfterSeconds) => restError('PGRST429', [], { retryAfterSeconds }),
  bodyTooLarge: ({ limit }) => restError('PGRST413', [String(limit)]),
  bodyBrokenOff: ({ message }) => restError('PGRST102', [message]),
  bodyNotJson: ({ message }) => restError('PGRST102', [`Invalid json: ${message}`]),
  badToken({ kind, message: reason }) {
    const message = kind === 'expired' ? 'JWT expired' : reason;
    const description = message.replaceAll(/["\\\r\n]/g, '');
    return restError(kind === 'malformed' ? 'PGRST301' : 'PGRST303', [message], {
      headers: { 'WWW-Authenticate': `Bearer error="invalid_token", error_description="${description}"` },
    });
  },
  diskFull: () => restError('53100', [], { retryAfterSeconds: 60 }),
  // Statements of callers are translated where they run: `25006` is the method's fault there, and the database's here.
  fromDatabase: (error) =>
    isUnavailable(error) ? undefined : fromDatabaseError(error, { role: '', tellsGrants: false }),
  unavailable({ message }, retryAfterSeconds) {
    const isSlow = message === 'timeout exceeded when trying to connect';
    return restError(isSlow ? 'PGRST003' : 'PGRST000', [], { retryAfterSeconds });
  },
  unexpected: (cause) => restError('PGRSTX00', [], { cause }),
  render({ status, code, details, hint, message, headers }, http) {
    const hasBody = http.method !== 'HEAD' && mayHaveBody(status);
    return {
      status,
      body: hasBody ? JSON.stringify({ code, details, hint, message }) : null,
      headers: {
        ...headers,
        'Content-Type': 'application/json; charset=utf-8',
        'Proxy-Status': `PostgREST; error=${code}`,
      },
    };
  },
};
