import type { AuthRequest } from '../../request.ts';
import { deleteConnection } from '../../saml/connections.ts';
import { connectionView, recordConnection, requireConnection } from './values.ts';

/** DELETE /admin/sso/providers/:id: responds with the deleted provider. */
export async function deleteSsoProvider(request: AuthRequest): Promise<object> {
  const { admin, connection } = await requireConnection(request);
  await deleteConnection(request.db, connection.id);
  recordConnection(request, admin, connection, 'deleted');
  return connectionView(connection);
}
