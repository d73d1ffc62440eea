import type { Context as HttpContext, MiddlewareHandler } from 'hono';
import type { Keys } from '../config/config.ts';
import type { Context } from '../service/context.ts';
import { keyHolder } from './caller.ts';
import { TokenError, type Tokens } from './tokens.ts';
import { noteRefusal } from '../service/trail.ts';

/** The bodies with which the gateway of a hosted project refuses; the audit log has the code. */
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

/**
 * Why an API key is refused; undefined for one that counts: one of our two, or a token without a user that an earlier
 * installation used as a key.
 */
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

/**
 * Lets only requests with an API key (`apikey`, as header or in the query) reach a service: whoever forgets the key
 * learns so, instead of seeing the empty lists of an anonymous caller. Mount it behind the rate limit.
 * @param isOpen for links that browsers open, and for what authenticates by other means
 */
export function requireApiKey(
  context: Pick<Context, 'config' | 'tokens' | 'events'>,
  isOpen: (c: HttpContext) => boolean = () => false,
): MiddlewareHandler {
  return async (c, next) => {
    if (isOpen(c)) return next();
    const key = c.req.header('apikey') ?? c.req.query('apikey');
    const refusal = await keyRefusal(key, context.config.keys, context.tokens);
    if (refusal === undefined) return next();
    await noteRefusal(context, c, 401, refusal);
    return c.json(keyRefusals[refusal], 401, { 'Cache-Control': 'no-store' });
  };
}
