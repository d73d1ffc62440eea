import type { Config } from '../config/config.ts';

/**
 * What a function finds with `Deno.env.get`, named as a hosted project names it: the keys under their former names,
 * and as the dictionaries that replace them. REQUIRE_ADMIN_MFA is what an operator of a hosted project sets by hand.
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
