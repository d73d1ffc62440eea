import { AuthError, OAuthError } from '../errors.ts';
import type { IssuedSession } from '../accounts/views.ts';
import type { ProviderTokens } from '../external/profile.ts';

/** The `error` of OAuth by status; like upstream, 422 has none. */
const errorNames: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};
const accessErrors: ReadonlySet<string> = new Set([
  'signup_disabled',
  'user_banned',
  'provider_email_needs_verification',
]);

function errorParameters(error: AuthError | OAuthError): Record<string, string> {
  if (error instanceof OAuthError) return { error: error.code, error_description: error.message };
  const name = accessErrors.has(error.code) ? 'access_denied' : errorNames[error.status];
  return { ...(name && { error: name }), error_code: error.code, error_description: error.message };
}

function fragment(parameters: Record<string, string>): string {
  return new URLSearchParams(Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** The app's address with an error in the fragment, and in the query for apps that exchange codes. */
export function errorUrl(target: string, error: AuthError | OAuthError, inQuery: boolean): string {
  const url = new URL(target);
  const parameters = errorParameters(error);
  if (inQuery) for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  url.hash = fragment({ ...parameters, sb: '' });
  return url.href;
}

/** The app's address with the code that it exchanges for a session. */
export function codeUrl(target: string, code: string): string {
  const url = new URL(target);
  url.searchParams.set('code', code);
  return url.href;
}

/** The app's address with a message in the fragment. */
export function messageUrl(target: string, message: string): string {
  const url = new URL(target);
  url.hash = fragment({ message, sb: '' });
  return url.href;
}

/**
 * The app's address with a session in the fragment, which browsers send to no server.
 * @param type of the mailed link, if there was one
 */
export function sessionUrl(
  target: string,
  session: IssuedSession,
  tokens: ProviderTokens | undefined,
  type?: string,
): string {
  const url = new URL(target);
  url.hash = fragment({
    access_token: session.accessToken,
    expires_at: String(session.expiresAt),
    expires_in: String(session.expiresIn),
    refresh_token: session.refreshToken,
    sb: '',
    token_type: 'bearer',
    ...(type !== undefined && { type }),
    ...(tokens?.accessToken && { provider_token: tokens.accessToken }),
    ...(tokens?.refreshToken && { provider_refresh_token: tokens.refreshToken }),
  });
  return url.href;
}
