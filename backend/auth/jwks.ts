import { Reply } from './reply.ts';
import type { Auth } from './services.ts';

/** GET /.well-known/jwks.json: the public keys of our access tokens, never a shared secret. */
export function jwks({ tokens }: Auth): Reply {
  return new Reply(200, { keys: tokens.publicKeys }, { 'Cache-Control': 'public, max-age=600' });
}
