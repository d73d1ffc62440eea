import { factorView } from '../../accounts/views.ts';
import type { AuthRequest } from '../../request.ts';
import { requireTargetUser } from '../target-user.ts';

/** GET /admin/users/:id/factors: an array of Factor. */
export async function listAnyFactors(request: AuthRequest): Promise<object> {
  const { user } = await requireTargetUser(request);
  return user.factors.map(factorView);
}
