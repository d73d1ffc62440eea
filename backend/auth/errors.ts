import type { TokenError } from '../identity/tokens.ts';
import { ServiceError, type ErrorTable, type ServiceErrorOptions } from '../service/errors.ts';

/** All errors of `auth/v1`: code, HTTP status, and the message when the thrower gives none. */
const errors = {
  bad_code_verifier: [400, 'code challenge does not match previously saved code verifier'],
  bad_oauth_callback: [400, 'OAuth state parameter missing'],
  bad_oauth_state: [400, 'OAuth callback with invalid state'],
  bad_json: [400, 'Could not parse request body as JSON'],
  bad_jwt: [403, 'invalid JWT: unable to parse or verify signature'],
  conflict: [409, 'Too many requests for the same session or account at once'],
  current_password_invalid: [400, 'Current password is not correct.'],
  current_password_required: [400, 'Current password is required to change the password.'],
  anonymous_provider_disabled: [422, 'Anonymous sign-ins are disabled'],
  email_conflict_identity_not_deletable: [422, 'Unable to unlink identity due to email conflict'],
  email_exists: [422, 'A user with this email address has already been registered'],
  email_not_confirmed: [400, 'Email not confirmed'],
  email_provider_disabled: [400, 'Email signups are disabled'],
  flow_state_expired: [422, 'invalid flow state, flow state has expired'],
  flow_state_not_found: [404, 'invalid flow state, no valid flow state found'],
  flow_state_already_used: [400, 'Flow state has already been used'],
  feature_disabled: [404, 'This feature is disabled'],
  identity_already_exists: [422, 'Identity is already linked'],
  identity_not_found: [422, "Identity doesn't exist"],
  insufficient_aal: [403, 'AAL2 session is required'],
  invalid_credentials: [400, 'Invalid login credentials'],
  manual_linking_disabled: [404, 'Manual linking is disabled'],
  mfa_challenge_expired: [422, 'MFA challenge has expired'],
  mfa_factor_name_conflict: [422, 'A factor with this friendly name exists already'],
  mfa_factor_not_found: [404, 'Factor not found'],
  mfa_ip_address_mismatch: [422, 'Challenge and verify IP addresses mismatch.'],
  mfa_phone_enroll_not_enabled: [422, 'MFA enroll is disabled for Phone'],
  mfa_phone_verify_not_enabled: [422, 'MFA verification is disabled for Phone'],
  mfa_totp_enroll_not_enabled: [422, 'MFA enroll is disabled for TOTP'],
  mfa_totp_verify_not_enabled: [422, 'MFA verification is disabled for TOTP'],
  mfa_verification_failed: [422, 'Invalid code entered'],
  mfa_verified_factor_exists: [
    422,
    'A verified phone factor already exists, unenroll the existing factor to continue',
  ],
  mfa_webauthn_enroll_not_enabled: [422, 'MFA enroll is disabled for WebAuthn'],
  mfa_webauthn_verify_not_enabled: [422, 'MFA verification is disabled for WebAuthn'],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  not_admin: [403, 'User not allowed'],
  oauth_client_not_found: [404, 'OAuth client not found'],
  oauth_provider_not_supported: [400, 'Provider is not supported'],
  otp_expired: [403, 'Token has expired or is invalid'],
  over_email_send_rate_limit: [429, 'email rate limit exceeded'],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  over_sms_send_rate_limit: [429, 'SMS rate limit exceeded'],
  passkey_disabled: [404, 'Passkeys are disabled'],
  phone_exists: [422, 'A user with this phone number has already been registered'],
  phone_not_confirmed: [400, 'Phone not confirmed'],
  phone_provider_disabled: [400, 'Phone signups are disabled'],
  provider_disabled: [400, 'Provider is not enabled'],
  provider_email_needs_verification: [422, 'Unverified email with the provider'],
  reauthentication_needed: [400, 'Password update requires reauthentication'],
  reauthentication_not_valid: [422, 'Nonce has expired or is invalid'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  request_entity_too_large: [413, 'Request body is too large'],
  same_password: [422, 'New password should be different from the old password.'],
  saml_assertion_no_email: [422, 'SAML Assertion does not contain an email address'],
  saml_assertion_no_user_id: [422, 'SAML Assertion does not contain a usable user ID'],
  saml_assertion_not_valid: [422, 'SAML Assertion is not valid'],
  saml_entity_id_mismatch: [422, 'SAML Metadata is of another EntityID'],
  saml_idp_already_exists: [422, 'SAML Identity Provider with this EntityID already exists'],
  saml_idp_not_found: [404, 'A SAML connection has not been established with this Identity Provider'],
  saml_metadata_fetch_failed: [422, 'Unable to fetch metadata'],
  saml_provider_disabled: [404, 'SAML 2.0 is disabled'],
  saml_relay_state_expired: [422, 'SAML RelayState has expired. Try logging in again?'],
  saml_relay_state_not_found: [422, 'SAML RelayState does not exist, try logging in again?'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  signup_disabled: [422, 'Signups not allowed for this instance'],
  single_identity_not_deletable: [422, 'User must have at least 1 identity after unlinking'],
  sms_send_failed: [422, 'The message could not be sent'],
  sso_domain_already_exists: [422, 'SSO Domain is already in use by another provider'],
  sso_provider_not_found: [404, 'No such SSO provider'],
  sso_resource_id_already_exists: [422, 'An SSO provider with this resource_id exists already'],
  too_many_enrolled_mfa_factors: [422, 'Maximum number of verified factors reached, unenroll to continue'],
  too_many_passkeys: [422, 'Maximum number of passkeys reached'],
  unexpected_failure: [500, 'Unexpected failure, please check server logs for more information'],
  unknown: [404, 'Not found'],
  user_already_exists: [422, 'User already registered'],
  user_banned: [403, 'User is banned'],
  user_not_found: [404, 'User not found'],
  user_sso_managed: [422, 'Updating email, phone, password of a SSO account only possible via SSO'],
  validation_failed: [400, 'The request is not valid'],
  web3_provider_disabled: [422, 'Web3 provider is disabled'],
  weak_password: [422, 'Password is too weak'],
  webauthn_challenge_expired: [400, 'Challenge has expired'],
  webauthn_challenge_not_found: [400, 'Challenge not found or already used'],
  webauthn_credential_exists: [422, 'This credential is already registered'],
  webauthn_verification_failed: [400, 'Credential verification failed'],
} as const satisfies ErrorTable;

export type AuthErrorCode = keyof typeof errors;

/** Reasons for a weak password, as `AuthWeakPasswordError.reasons` of the official client names them. */
export type WeakPasswordReason = 'length' | 'characters' | 'pwned';

interface Details extends ServiceErrorOptions {
  readonly weakPassword?: readonly WeakPasswordReason[];
  /** The error of a trigger of the project; the earlier API version shows it instead of our code. */
  readonly raised?: { readonly sqlState: string; readonly hint: string; readonly detail: string };
}

/** An error of the table above. Endpoints and stores throw it; `error-response.ts` renders it. */
export class AuthError extends ServiceError<AuthErrorCode> {
  readonly details: Details;
  constructor(code: AuthErrorCode, details: Details = {}) {
    super(code, errors[code], details);
    this.details = details;
  }
}

/** An error in OAuth's own shape: always 400; `code` is OAuth's `error`, such as `invalid_request`. */
export class OAuthError extends ServiceError {
  constructor(error: string, description: string) {
    super(error, [400, description]);
  }
}

/** An invalid request: 400, unless upstream has another status for the case. */
export function invalid(message: string, status = 400): AuthError {
  return new AuthError('validation_failed', { message, status });
}

/** The error for a rejected bearer token. */
export function tokenFailure(error: TokenError): AuthError {
  if (error.kind === 'session_ended') return new AuthError('session_not_found');
  const message = `invalid JWT: unable to parse or verify signature, ${error.message}`;
  return new AuthError('bad_jwt', { message });
}
