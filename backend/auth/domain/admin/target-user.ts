import type { Actor } from '../../../identity/actor.ts';
import { findUser, type AuthUser } from '../../store/users.ts';
import { isUuid } from '../../../util/uuid.ts';
import { requireAdmin, type AdminSource } from '../callers/caller.ts';
import { AuthError, invalid } from '../../errors.ts';
import type { AuthRequest } from '../../request.ts';

/** The `:id` of the path. @throws AuthError validation_failed with status 404 */
export function targetUserId(request: Pick<AuthRequest, 'param'>): string {
  const id = request.param('id');
  if (!isUuid(id)) throw invalid('user_id must be an UUID', 404);
  return id;
}

/**
 * The administrator, and the user of the path.
 * @throws AuthError as `requireAdmin`; validation_failed, user_not_found
 */
export async function requireTargetUser(
  request: AdminSource & Pick<AuthRequest, 'db' | 'param'>,
): Promise<{ admin: Actor; user: AuthUser }> {
  const admin = await requireAdmin(request);
  const user = await findUser(request.db, targetUserId(request));
  if (!user) throw new AuthError('user_not_found');
  return { admin, user };
}
