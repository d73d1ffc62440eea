/**
 * What happens in the product that somebody may ask about later, with the kind (`log_type`) it is filed under. Names
 * and kinds are upstream's (supabase/auth `ActionLogTypeMap`) as far as it has one; the last group is ours.
 * `token_refreshed` is left out on purpose: every tablet would write one each hour, and nothing could be read from it.
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

  /** Somebody could not prove who they are; `traits.reason` is the wire's error code. */
  login_failed: 'account',
  identity_linked: 'user',
  /** An administrator made a link that signs somebody in. */
  link_generated: 'user',
  sso_provider_modified: 'team',
  /** 401 or 403 of any service; `traits.target` is the method and path that was refused. */
  permission_denied: 'access',
  /** An administrator, or the holder of the secret key, wrote to rest/v1 or storage/v1. */
  resource_modified: 'access',
  /** Refusals that were not written one by one; `traits.count` of them (see `flood.ts`). */
  refusals_suppressed: 'access',
} as const;

export type Action = keyof typeof actions;
