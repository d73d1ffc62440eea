import type pg from 'pg';
import { databaseRetryAfterSeconds, type Dialect } from '../service/dialect.ts';
import { json, type Reply } from '../http/reply.ts';
import type { HttpRequest } from '../http/request.ts';
import { AuthError, OAuthError, tokenFailure, type AuthErrorCode } from './errors.ts';

const versionHeader = 'X-Supabase-Api-Version';
const currentVersion = '2024-01-01';

/** Whether the request names the API version 2024-01-01 or a later one. */
function wantsCurrentErrors(header: string | null): boolean {
  if (!header || !/^\d{4}-\d{2}-\d{2}$/.test(header) || Number.isNaN(Date.parse(header))) return false;
  return header >= currentVersion;
}

/** The errors for violated unique indexes. */
const unique: ReadonlyMap<string, AuthErrorCode> = new Map([
  ['users_email_partial_key', 'email_exists'],
  ['users_phone_key', 'phone_exists'],
  ['mfa_factors_user_id_friendly_name_key', 'mfa_factor_name_conflict'],
  ['sso_domains_domain_idx', 'sso_domain_already_exists'],
  ['sso_providers_resource_id_idx', 'sso_resource_id_already_exists'],
]);

/**
 * Unique values and locks have codes of their own. Errors that a trigger of the project raises on purpose (P0001,
 * PTnnn) keep their message. When a trigger violates a constraint, the values in PostgreSQL's message stay private.
 */
function fromDatabase(error: pg.DatabaseError): AuthError | undefined {
  const code = error.code ?? '';
  const taken = unique.get(error.constraint ?? '');
  if (taken) return new AuthError(taken);
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
function unavailable(message: string, retryAfterSeconds = databaseRetryAfterSeconds): AuthError {
  return new AuthError('unexpected_failure', { status: 503, message, retryAfterSeconds });
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

/**
 * The error as the response to a refresh. Official clients drop the session unless the status is 502 to 504 (later
 * versions keep it on 500 too), so rate limits, conflicts and our own failures, which say nothing about the session,
 * become 503.
 */
function keepingSession(error: AuthError): AuthError {
  const { status, code, message, details } = error;
  if (status !== 409 && status !== 429 && status < 500) return error;
  return new AuthError(code, {
    ...details,
    message,
    status: 503,
    retryAfterSeconds: details.retryAfterSeconds ?? databaseRetryAfterSeconds,
  });
}

/** Whether the request refreshes a session: only an error of its token may end the session. */
export function isRefresh({ path, query }: HttpRequest): boolean {
  return path.endsWith('/token') && query.get('grant_type') === 'refresh_token';
}

/**
 * Renders an error in the shape of the API version that the request names. Official clients trust `code` only when the
 * response repeats the version.
 */
function renderError(failure: AuthError | OAuthError, http: HttpRequest, errorId: string | undefined): Reply {
  if (failure instanceof OAuthError)
    return json({ error: failure.code, error_description: failure.message }, 400);
  const error = isRefresh(http) ? keepingSession(failure) : failure;
  const current = wantsCurrentErrors(http.headers.get(versionHeader.toLowerCase()));
  const reply = json(body(error, current, errorId), error.status, {
    'X-Sb-Error-Code': error.code,
    ...(current && { [versionHeader]: currentVersion }),
    ...(error.retryAfterSeconds !== undefined && { 'Retry-After': String(error.retryAfterSeconds) }),
  });
  return error.code === 'over_request_rate_limit' ? { ...reply, note: 'limited' } : reply;
}

export const authDialect: Dialect<AuthError | OAuthError> = {
  busy: (retryAfterSeconds) => new AuthError('over_request_rate_limit', { retryAfterSeconds }),
  bodyTooLarge: () => new AuthError('request_entity_too_large'),
  bodyBrokenOff: ({ message }) => new AuthError('bad_json', { message }),
  bodyNotJson: ({ message }) =>
    new AuthError('bad_json', { message: `Could not parse request body as JSON: ${message}` }),
  badToken: tokenFailure,
  diskFull: () => unavailable('The disk of the server is full. Nothing was written.'),
  fromDatabase,
  unavailable: (_, retryAfterSeconds) =>
    unavailable('The database is unavailable; try again in a moment.', retryAfterSeconds),
  unexpected: () => new AuthError('unexpected_failure'),
  render: renderError,
};
