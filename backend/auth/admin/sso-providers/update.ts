import { readJson } from '../../body.ts';
import type { AuthRequest } from '../../request.ts';
import { saveConnection } from '../../saml/connections.ts';
import {
  bodySchema,
  connectionView,
  maxConnectionBytes,
  recordConnection,
  requireConnection,
  valuesOf,
} from './values.ts';

/** PUT /admin/sso/providers/:id: changes the values that the body names. */
export async function updateSsoProvider(request: AuthRequest): Promise<object> {
  const { admin, connection: current } = await requireConnection(request);
  const values = await valuesOf(await readJson(request, bodySchema, maxConnectionBytes), current);
  const connection = await request.db.transaction((transaction) =>
    saveConnection(transaction, current.id, values),
  );
  recordConnection(request, admin, connection, 'updated');
  return connectionView(connection);
}
