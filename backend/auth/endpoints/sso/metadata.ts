import type { Reply } from '../../../http/reply.ts';
import type { AuthRequest } from '../../request.ts';
import { ownMetadata, requireSaml } from '../../domain/saml/service-provider.ts';

/** GET /sso/saml/metadata: our metadata for an identity provider; with `?download=true` as a file. */
export async function samlMetadata(request: AuthRequest): Promise<Reply> {
  requireSaml(request);
  const isDownload = request.query('download') === 'true';
  const headers = {
    'Content-Type': 'application/samlmetadata+xml',
    ...(isDownload && { 'Content-Disposition': 'attachment; filename="metadata.xml"' }),
  };
  return { status: 200, body: await ownMetadata(request), headers };
}
