/**
 * Actions that the audit log records, with their kind (`log_type`). Names and kinds are upstream's (supabase/auth
 * `ActionLogTypeMap`) where it has them; the last group is ours. `token_refreshed` is left out: every open app would
 * write one an hour and tell nothing.
 */
export const actions = {
  login: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  token_revoked: 'token',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  user_updated_password: 'user',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  factor_deleted: 'factor',
  factor_updated: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
  identity_unlinked: 'user',
  passkey_created: 'user',
  passkey_updated: 'user',
  passkey_deleted: 'user',

  /** A failed proof of identity; `traits.reason` is the wire's error code. */
  login_failed: 'account',
  identity_linked: 'user',
  /** An administrator made a link that signs somebody in. */
  link_generated: 'user',
  sso_provider_modified: 'team',
  oauth_client_modified: 'team',
  /** 401 or 403 of any service; `traits.target` is the refused method and path. */
  permission_denied: 'access',
  /** An administrator, or the holder of the secret key, wrote to rest/v1 or storage/v1. */
  resource_modified: 'access',
  /** `traits.count` refusals that were not written one by one (see `flood.ts`). */
  refusals_suppressed: 'access',
} as const;

export type Action = keyof typeof actions;
