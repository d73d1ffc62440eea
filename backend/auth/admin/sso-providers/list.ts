import { requireAdmin } from '../../caller.ts';
import type { AuthRequest } from '../../request.ts';
import { listConnections } from '../../saml/connections.ts';
import { requireSaml } from '../../saml/service-provider.ts';
import { connectionView } from './values.ts';

/** GET /admin/sso/providers: `{items}`, newest first. */
export async function listSsoProviders(request: AuthRequest): Promise<object> {
  requireSaml(request);
  await requireAdmin(request);
  return { items: (await listConnections(request.db)).map(connectionView) };
}
