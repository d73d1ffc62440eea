import type { Context as HttpContext } from 'hono';
import { requireUser } from '../caller.ts';
import type { Auth } from '../services.ts';
import { userView } from './views.ts';

/** GET /user: the user of the access token. Throws AuthError as wire §1.2. */
export async function user(auth: Auth, c: HttpContext): Promise<Response> {
  const signedIn = await requireUser(auth, c);
  return c.json(userView(signedIn.user));
}
