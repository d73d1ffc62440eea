import { factorView } from '../../accounts/views.ts';
import { factorOf } from '../../factors/owner.ts';
import { removeFactor } from '../../factors/unenroll.ts';
import { aboutUser, record } from '../../recording.ts';
import type { AuthRequest } from '../../request.ts';
import { requireTargetUser } from '../target-user.ts';

/** DELETE /admin/users/:id/factors/:factorId: for users who lost their device. Responds with the deleted Factor. */
export async function deleteAnyFactor(request: AuthRequest): Promise<object> {
  const { admin, user } = await requireTargetUser(request);
  const factor = factorOf(user, request);
  await removeFactor(request, factor.id);
  const subject = { ...aboutUser(user), target: `factor:${factor.id}`, factor_id: factor.id };
  record(request, 'factor_deleted', admin, subject);
  return factorView(factor);
}
