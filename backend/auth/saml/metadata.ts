import { Reply } from '../reply.ts';
import type { AuthRequest } from '../request.ts';
import { ownMetadata, requireSaml } from './service-provider.ts';

/** GET /sso/saml/metadata: our metadata for an identity provider; with `?download=true` as a file. */
export async function samlMetadata(request: AuthRequest): Promise<Reply> {
  requireSaml(request);
  const isDownload = request.query('download') === 'true';
  return new Reply(200, await ownMetadata(request), {
    'Content-Type': 'application/samlmetadata+xml',
    ...(isDownload && { 'Content-Disposition': 'attachment; filename="metadata.xml"' }),
  });
}
