import type { Keys } from '../config/config.ts';
import { keyHolder } from './caller.ts';
import { TokenError, type Tokens } from './tokens.ts';

/** Error bodies of a hosted project's gateway, by the code in the audit log. */
export const keyRefusals = {
  no_api_key: {
    message: 'No API key found in request',
    hint: 'No `apikey` request header or url param was found.',
  },
  invalid_api_key: {
    message: 'Invalid API key',
    hint: 'Double check your Supabase `anon` or `service_role` API key.',
  },
} as const;

/** The reason why an API key is refused. Accepted are our two keys and, as legacy keys, tokens without a user. */
export async function keyRefusal(
  key: string | null | undefined,
  keys: Keys,
  tokens: Tokens,
): Promise<keyof typeof keyRefusals | undefined> {
  if (!key) return 'no_api_key';
  if (keyHolder(key, keys)) return undefined;
  if (key.split('.', 4).length !== 3) return 'invalid_api_key';
  try {
    const { claims } = await tokens.verify(key);
    const isKey = claims.sub === undefined && claims.role !== 'authenticated';
    return isKey ? undefined : 'invalid_api_key';
  } catch (error) {
    if (error instanceof TokenError) return 'invalid_api_key';
    throw error;
  }
}
