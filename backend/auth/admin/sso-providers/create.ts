import { randomUUID } from 'node:crypto';
import { readJson } from '../../body.ts';
import { requireAdmin } from '../../caller.ts';
import { invalid } from '../../errors.ts';
import { Reply } from '../../reply.ts';
import type { AuthRequest } from '../../request.ts';
import { saveConnection } from '../../saml/connections.ts';
import { requireSaml } from '../../saml/service-provider.ts';
import { bodySchema, connectionView, maxConnectionBytes, recordConnection, valuesOf } from './values.ts';

/** POST /admin/sso/providers `{type: 'saml', metadata_url | metadata_xml, domains, attribute_mapping, …}`: 201. */
export async function createSsoProvider(request: AuthRequest): Promise<Reply> {
  requireSaml(request);
  const admin = await requireAdmin(request);
  const body = await readJson(request, bodySchema, maxConnectionBytes);
  if (body.type !== 'saml') throw invalid("Only 'saml' supported for SSO provider type");
  const values = await valuesOf(body, undefined);
  const connection = await request.db.transaction((transaction) =>
    saveConnection(transaction, randomUUID(), values),
  );
  recordConnection(request, admin, connection, 'created');
  return new Reply(201, connectionView(connection));
}
