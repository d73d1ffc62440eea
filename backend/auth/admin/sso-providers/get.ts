import type { AuthRequest } from '../../request.ts';
import { connectionView, requireConnection } from './values.ts';

/** GET /admin/sso/providers/:id */
export async function getSsoProvider(request: AuthRequest): Promise<object> {
  return connectionView((await requireConnection(request)).connection);
}
