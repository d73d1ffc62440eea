import type { ServiceError } from '../../../service/errors.ts';
import { OAuthError } from '../../errors.ts';
import type { IssuedSession } from '../accounts/views.ts';
import type { ProviderTokens } from '../../store/flow-state.ts';

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

function errorParameters(error: ServiceError): Record<string, string> {
  if (error instanceof OAuthError) return { error: error.code, error_description: error.message };
  const name = accessErrors.has(error.code) ? 'access_denied' : errorNames[error.status];
  return { ...(name && { error: name }), error_code: error.code, error_description: error.message };
}

/** The app's address with parameters in the fragment, which browsers send to no server. */
function withFragment(target: string | URL, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  const sorted = Object.entries({ ...parameters, sb: '' }).sort(([a], [b]) => (a < b ? -1 : 1));
  url.hash = new URLSearchParams(sorted).toString();
  return url.href;
}

/** The app's address with an error in the fragment, and in the query, where apps that exchange codes look. */
export function errorUrl(target: string, error: ServiceError, inQuery = true): string {
  const url = new URL(target);
  const parameters = errorParameters(error);
  if (inQuery) for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return withFragment(url, parameters);
}

/** The app's address with the code that it exchanges for a session. */
export function codeUrl(target: string, code: string): string {
  const url = new URL(target);
  url.searchParams.set('code', code);
  return url.href;
}

export function messageUrl(target: string, message: string): string {
  return withFragment(target, { message });
}

/** The app's address with a session in the fragment; `extra` adds parameters. */
export function sessionUrl(
  target: string,
  { access_token, token_type, expires_in, expires_at, refresh_token }: IssuedSession,
  extra: Readonly<Record<string, string>> = {},
): string {
  const times = { expires_in: String(expires_in), expires_at: String(expires_at) };
  return withFragment(target, { access_token, token_type, ...times, refresh_token, ...extra });
}

/** The provider's tokens as a session shows them. */
export function providerTokens({ provider_access_token, provider_refresh_token }: ProviderTokens) {
  return {
    ...(provider_access_token && { provider_token: provider_access_token }),
    ...(provider_refresh_token && { provider_refresh_token }),
  };
}
