import type { Context as HttpContext } from 'hono';
import { beginFlow } from './flow.ts';
import { requestVisitor, type Auth } from '../services.ts';

/** GET /authorize?provider=&redirect_to=&scopes=&code_challenge=…: 302 to the provider (wire §6). */
export async function authorize(auth: Auth, c: HttpContext): Promise<Response> {
  await auth.limits.token(requestVisitor(auth, c));
  return c.redirect((await beginFlow(auth, c, null)).href, 302);
}
