import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { metadata, readJson, text } from '../body.ts';
import { sendMagicLink } from './sign-in-mail.ts';
import { requestVisitor, type Auth } from '../services.ts';

const bodySchema = v.object({
  email: text,
  data: metadata,
  code_challenge: text,
  code_challenge_method: text,
});

/** POST /magiclink: mails a link to sign in with. Throws AuthError as wire §5. */
export async function magiclink(auth: Auth, c: HttpContext): Promise<Response> {
  await auth.limits.account(requestVisitor(auth, c));
  const body = await readJson(c.req.raw, bodySchema);
  await sendMagicLink(auth, c, { ...body, createUser: true });
  return c.json({});
}
