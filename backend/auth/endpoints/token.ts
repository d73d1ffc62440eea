import type { Reply } from '../../http/reply.ts';
import type { Handler } from '../../service/endpoint.ts';
import { AuthError } from '../errors.ts';
import { switchedOff } from './switched-off.ts';
import type { AuthRequest } from '../request.ts';
import { idTokenGrant } from './grants/id-token.ts';
import { passwordGrant } from './grants/password.ts';
import { pkceGrant } from './grants/pkce.ts';
import { refreshTokenGrant } from './grants/refresh-token.ts';

const grants: ReadonlyMap<string, Handler<AuthRequest>> = new Map([
  ['password', passwordGrant],
  ['id_token', idTokenGrant],
  ['pkce', pkceGrant],
  ['refresh_token', refreshTokenGrant],
  ['web3', switchedOff('web3_provider_disabled')],
]);

/** POST /token?grant_type= */
export async function token(request: AuthRequest): Promise<Reply> {
  const grant = grants.get(request.query('grant_type'));
  if (!grant) throw new AuthError('invalid_credentials', { message: 'unsupported_grant_type' });
  return grant(request);
}
