import type { Config } from '../config/config.ts';

/**
 * The variables that a function reads with `Deno.env.get`, with the names of a hosted project: the keys under their former
 * names, and the dictionaries that replace them. The operator of a hosted project sets REQUIRE_ADMIN_MFA by hand.
 */
export function functionEnvironment({
  publicUrl,
  keys,
  requireAdminMfa,
}: Config): Readonly<Record<string, string>> {
  return {
    SUPABASE_URL: publicUrl,
    SUPABASE_ANON_KEY: keys.publishable,
    SUPABASE_SERVICE_ROLE_KEY: keys.secret,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SUPABASE_SECRET_KEY: keys.secret,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    REQUIRE_ADMIN_MFA: String(requireAdminMfa),
  };
}
