import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { JWK } from 'jose';
import type { Config } from '../config/config.ts';
import { namedVariable } from '../config/project-file.ts';

export type FunctionEnvironment = Readonly<Record<string, string>>;

/**
 * The variables that a function reads with `Deno.env.get`, with the names of a hosted project: the keys under their former
 * names, and the dictionaries that replace them. The operator of a hosted project sets REQUIRE_ADMIN_MFA by hand.
 * @param publicKeys verify access tokens
 */
export function functionEnvironment(
  { publicUrl, keys, requireAdminMfa }: Config,
  publicKeys: readonly JWK[],
): FunctionEnvironment {
  return {
    SUPABASE_URL: publicUrl,
    SUPABASE_ANON_KEY: keys.publishable,
    SUPABASE_SERVICE_ROLE_KEY: keys.secret,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SUPABASE_SECRET_KEY: keys.secret,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    SUPABASE_JWKS: JSON.stringify({ keys: publicKeys }),
    REQUIRE_ADMIN_MFA: String(requireAdminMfa),
  };
}

/** A variable whose `env(NAME)` was not found is none. */
function found(variables: Readonly<Record<string, string>>): FunctionEnvironment {
  const entries = Object.entries(variables);
  return Object.fromEntries(entries.filter(([, value]) => namedVariable(value) === undefined));
}

/**
 * The variables that a project gives all of its functions, where the Supabase CLI finds them: `functions/.env`, and
 * `[edge_runtime.secrets]` with names in capitals.
 */
export async function projectEnvironment({ supabaseDir, protocol }: Config): Promise<FunctionEnvironment> {
  const file = await readFile(join(supabaseDir, 'functions', '.env'), 'utf8').catch(() => '');
  const secrets = Object.entries(found(protocol.edge_runtime.secrets));
  const inCapitals = secrets.map(([name, value]) => [name.toUpperCase(), value] as const);
  return { ...(parseEnv(file) as FunctionEnvironment), ...Object.fromEntries(inCapitals) };
}

/** The variables of one function. The server's own win: a project cannot send its functions elsewhere by mistake. */
export function environmentOf(
  { protocol }: Config,
  name: string,
  { project, own }: { readonly project: FunctionEnvironment; readonly own: FunctionEnvironment },
): FunctionEnvironment {
  return { ...project, ...found(protocol.functions[name]?.env ?? {}), ...own };
}
