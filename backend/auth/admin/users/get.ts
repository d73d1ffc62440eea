import { userView } from '../../accounts/views.ts';
import type { AuthRequest } from '../../request.ts';
import { requireTargetUser } from '../target-user.ts';

/** GET /admin/users/:id */
export async function getAnyUser(request: AuthRequest): Promise<object> {
  return userView((await requireTargetUser(request)).user);
}
