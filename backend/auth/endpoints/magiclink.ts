import { json, type Reply } from '../../http/reply.ts';
import { readJson } from '../body.ts';
import { sendSignInMail, signInMailSchema } from '../domain/links-and-codes/sign-in-mail.ts';
import type { AuthRequest } from '../request.ts';

/** POST /magiclink: mails a link to sign in with. @throws AuthError of `sendSignInMail`; over_request_rate_limit */
export async function magiclink(request: AuthRequest): Promise<Reply> {
  await request.limits.account(request.network);
  await sendSignInMail(request, await readJson(request, signInMailSchema));
  return json({});
}
