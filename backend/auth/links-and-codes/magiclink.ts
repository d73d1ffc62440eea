import * as v from 'valibot';
import { metadata, readJson, text } from '../body.ts';
import type { AuthRequest } from '../request.ts';
import { sendSignInMail } from './sign-in-mail.ts';

const bodySchema = v.object({
  email: text,
  data: metadata,
  code_challenge: text,
  code_challenge_method: text,
});

/** POST /magiclink: mails a link to sign in with. @throws AuthError of `sendSignInMail`; over_request_rate_limit */
export async function magiclink(request: AuthRequest): Promise<object> {
  await request.limits.account(request.network);
  const body = await readJson(request, bodySchema);
  await sendSignInMail(request, { ...body, createUser: true });
  return {};
}
