import { randomUUID } from 'node:crypto';
import type { Context as HttpContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import pg from 'pg';
import type { Logger } from 'pino';
import { isUnavailable } from '../db/failures.ts';
import { BodyBrokenOffError, BodyTooLargeError } from '../service/body.ts';
import { loggedPath } from '../http/logged-path.ts';
import { TokenError } from '../identity/tokens.ts';
import { AuthError, OAuthError, RedirectedError } from './errors.ts';
import { errorUrl } from './flows/app-urls.ts';

const versionHeader = 'X-Supabase-Api-Version';
const currentVersion = '2024-01-01';

/** Whether the request names the API version 2024-01-01 or a later one. */
function wantsCurrentErrors(header: string | undefined): boolean {
  if (!header || !/^\d{4}-\d{2}-\d{2}$/.test(header) || Number.isNaN(Date.parse(header))) return false;
  return header >= currentVersion;
}

/**
 * Unique addresses and locks have codes of their own. Errors that a trigger of the project raises on purpose (P0001,
 * PTnnn) keep their message. When a trigger violates a constraint, the values in PostgreSQL's message stay private.
 */
function fromDatabase(error: pg.DatabaseError): AuthError | undefined {
  const code = error.code ?? '';
  if (error.constraint === 'users_email_partial_key') return new AuthError('email_exists');
  if (error.constraint === 'mfa_factors_user_id_friendly_name_key')
    return new AuthError('mfa_factor_name_conflict');
  if (error.constraint === 'users_phone_key') return new AuthError('phone_exists');
  if (['40001', '40P01', '55P03'].includes(code)) return new AuthError('conflict');
  const status = /^PT([45]\d\d)$/.exec(code)?.[1];
  if (status || code === 'P0001') {
    const raised = { sqlState: code, hint: error.hint ?? '', detail: error.detail ?? '' };
    return new AuthError('unexpected_failure', {
      status: Number(status ?? 500),
      message: error.message,
      raised,
    });
  }
  if (/^2[23]/.test(code))
    return new AuthError('validation_failed', {
      status: 422,
      message: 'The database does not accept this account',
    });
  return undefined;
}

/** 503: official clients keep their session and retry. */
export function unavailable(message: string): AuthError {
  return new AuthError('unexpected_failure', { status: 503, message, retryAfter: 5 });
}

/** The error for the response; undefined for a defect of the server. */
export function toAuthError(error: unknown): AuthError | undefined {
  if (error instanceof AuthError) return error;
  if (error instanceof BodyTooLargeError) return new AuthError('request_entity_too_large');
  if (error instanceof BodyBrokenOffError) return new AuthError('bad_json', { message: error.message });
  if (error instanceof TokenError) return tokenFailure(error);
  if (isUnavailable(error)) return unavailable('The database is unavailable; try again in a moment.');
  if (error instanceof pg.DatabaseError) return fromDatabase(error);
  return undefined;
}

/** The error for a rejected bearer token. */
export function tokenFailure(error: TokenError): AuthError {
  if (error.kind === 'session_ended') return new AuthError('session_not_found');
  const message = `invalid JWT: unable to parse or verify signature, ${error.message}`;
  return new AuthError('bad_jwt', { message });
}

function body(error: AuthError, current: boolean, errorId: string | undefined): Record<string, unknown> {
  const { raised, weakPassword } = error.details;
  const weak = weakPassword && { weak_password: { reasons: weakPassword } };
  if (current) return { code: error.code, message: error.message, ...weak };
  if (raised)
    return { code: raised.sqlState, message: error.message, hint: raised.hint, detail: raised.detail };
  const id = errorId && { error_id: errorId };
  return { code: error.status, error_code: error.code, msg: error.message, ...id, ...weak };
}

/** The error for the response. A defect is logged under the `error_id` that the response holds. */
function reported(thrown: unknown, c: HttpContext, log: Logger): { error: AuthError; errorId?: string } {
  const error = toAuthError(thrown) ?? new AuthError('unexpected_failure');
  if (error.status < 500 || error.code === 'over_request_rate_limit') return { error };
  // Rejected on purpose, such as while the disk is full: the request's own log line is enough.
  if (thrown instanceof AuthError && thrown.status === 503) return { error };
  const errorId = randomUUID();
  const request = { requestId: c.get('requestId'), method: c.req.method, path: loggedPath(c.req.path) };
  log.error({ err: thrown, errorId, ...request }, 'request failed');
  return { error, errorId };
}

/**
 * The error as the response to a refresh. Official clients drop the session unless the status is 502 to 504 (later
 * versions keep it on 500 too), so rate limits, conflicts and our own failures, which say nothing about the session,
 * become 503.
 */
function keepingSession(error: AuthError): AuthError {
  const { status, code, message, details } = error;
  if (status !== 409 && status !== 429 && status < 500) return error;
  return new AuthError(code, { ...details, message, status: 503, retryAfter: details.retryAfter ?? 5 });
}

/**
 * Renders an error in the shape of the API version that the request names. Official clients trust `code` only when the
 * response repeats the version.
 * @param keepsSession the request is a refresh, and only an error of its token may end the session
 */
export function errorResponse(thrown: unknown, c: HttpContext, log: Logger, keepsSession = false): Response {
  if (thrown instanceof RedirectedError) {
    const { cause, target, inQuery } = thrown;
    const error = cause instanceof OAuthError ? cause : reported(cause, c, log).error;
    return c.redirect(errorUrl(target, error, inQuery), 303);
  }
  if (thrown instanceof OAuthError)
    return c.json({ error: thrown.error, error_description: thrown.message }, 400);
  const { error: reason, errorId } = reported(thrown, c, log);
  const error = keepsSession ? keepingSession(reason) : reason;
  const current = wantsCurrentErrors(c.req.header(versionHeader));
  if (current) c.header(versionHeader, currentVersion);
  c.header('X-Sb-Error-Code', error.code);
  if (error.code === 'over_request_rate_limit') c.set('limited', true);
  if (error.details.retryAfter !== undefined) c.header('Retry-After', String(error.details.retryAfter));
  return c.json(body(error, current, errorId), error.status as ContentfulStatusCode);
}
