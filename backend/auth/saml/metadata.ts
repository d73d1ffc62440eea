import type { Context as HttpContext } from 'hono';
import { ownMetadata, requireSaml } from './service-provider.ts';
import type { Auth } from '../services.ts';

/** GET /sso/saml/metadata: what an identity provider needs to know about us; `?download=true` as a file. */
export async function samlMetadata(auth: Auth, c: HttpContext): Promise<Response> {
  requireSaml(auth);
  c.header('Content-Type', 'application/samlmetadata+xml');
  if (c.req.query('download') === 'true')
    c.header('Content-Disposition', 'attachment; filename="metadata.xml"');
  return c.body(await ownMetadata(auth));
}
