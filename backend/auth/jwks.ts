import type { Context as HttpContext } from 'hono';
import type { Auth } from './services.ts';

/** GET /.well-known/jwks.json: the public keys of our access tokens. A shared secret is never among them. */
export function jwks(auth: Auth, c: HttpContext): Response {
  return c.json({ keys: auth.tokens.publicKeys }, 200, { 'Cache-Control': 'public, max-age=600' });
}
