import { redirect, type Reply } from '../../http/reply.ts';
import type { AuthRequest } from '../request.ts';
import { beginFlow } from '../domain/external/flow.ts';

/** GET /authorize?provider=&redirect_to=&scopes=&code_challenge=…: 302 to the provider. @throws of `beginFlow` */
export async function authorize(request: AuthRequest): Promise<Reply> {
  await request.limits.token(request.network);
  const { url, headers } = await beginFlow(request, null);
  return redirect(302, url, headers);
}
