import { requireUser } from '../caller.ts';
import type { AuthRequest } from '../request.ts';
import { userView } from './views.ts';

/** GET /user: the user of the access token. @throws AuthError of `requireUser` */
export async function getOwnUser(request: AuthRequest): Promise<object> {
  return userView((await requireUser(request)).user);
}
