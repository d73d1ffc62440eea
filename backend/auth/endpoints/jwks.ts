import { json, type Reply } from '../../http/reply.ts';
import type { Auth } from '../context.ts';

/** GET /.well-known/jwks.json: the public keys of our access tokens, never a shared secret. */
export async function jwks({ tokens }: Auth): Promise<Reply> {
  return json({ keys: tokens.publicKeys }, 200, { 'Cache-Control': 'public, max-age=600' });
}
