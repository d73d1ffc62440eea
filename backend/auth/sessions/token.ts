import type { Context as HttpContext } from 'hono';
import { AuthError } from '../errors.ts';
import { featureAbsent } from '../feature-absent.ts';
import type { Auth, Endpoint } from '../services.ts';
import { idTokenGrant } from './grants/id-token.ts';
import { passwordGrant } from './grants/password.ts';
import { pkceGrant } from './grants/pkce.ts';
import { refreshTokenGrant } from './grants/refresh-token.ts';

const grants: ReadonlyMap<string, Endpoint> = new Map([
  ['password', passwordGrant],
  ['id_token', idTokenGrant],
  ['pkce', pkceGrant],
  ['refresh_token', refreshTokenGrant],
  ['web3', featureAbsent('web3_provider_disabled')],
]);

/** POST /token?grant_type=: the grant decides what the body holds. */
export async function token(auth: Auth, c: HttpContext): Promise<Response> {
  const grant = grants.get(c.req.query('grant_type') ?? '');
  if (!grant) throw new AuthError('invalid_credentials', { message: 'unsupported_grant_type' });
  return grant(auth, c);
}
