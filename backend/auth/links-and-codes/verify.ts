import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { readJson, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import { attempting, signInAttempt } from '../failures.ts';
import { notifyEmailChange } from '../accounts/notices.ts';
import { recordLogin, recordRedeemed } from '../recording.ts';
import { requestClient, requestVisitor, type Auth } from '../services.ts';
import { sessionResponse, startSession } from '../sessions/start.ts';
import type { Client } from '../sessions/sessions.ts';
import { findUserByEmail, findUserByPhone } from '../accounts/users.ts';
import { redeem, type Presented } from './redeem.ts';
import { presentCode, presentLink } from './presented.ts';

const bodySchema = v.object({ type: text, token: text, token_hash: text, email: text, phone: text });
type Body = v.InferOutput<typeof bodySchema>;

/** What the first of two confirmations of a new address is answered with. */
export const awaitsOtherMessage =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';
export const badLinkMessage = 'Email link is invalid or has expired';

/** A link has no address; a code is good only with its own. */
type PresentedBy = Presented & { readonly address?: string };

function present(auth: Auth, body: Body): PresentedBy {
  const { type, token, token_hash: link } = body;
  if (type === '') throw invalid('Verify requires a verification type');
  if ((token === '') === (link === '')) throw invalid('Verify requires either a token or a token hash');
  if (token !== '') return presentCode(auth, type, body);
  if (body.email !== '' || body.phone !== '')
    throw invalid('Only the token_hash and type should be provided');
  return presentLink(auth, type, link);
}

/** Redeems the code or link, and starts the session, unless it is the first of two confirmations. */
function signIn(auth: Auth, presented: PresentedBy, client: Client) {
  return auth.db
    .transaction(async (transaction) => {
      const result = await redeem(auth, transaction, presented);
      if (result.awaitsOther) return { ...result, session: undefined };
      const start = { user: result.user, method: 'otp', provider: presented.medium, client };
      return { ...result, session: await startSession(auth, transaction, start) };
    })
    .catch((error: Error) => {
      const isBadLink =
        error instanceof AuthError && error.code === 'otp_expired' && presented.address === undefined;
      throw isBadLink ? new AuthError('otp_expired', { message: badLinkMessage }) : error;
    });
}

/** Counts a code that is tried on an address; links are not guessed. Throws AuthError over_request_rate_limit. */
async function countCode(auth: Auth, { address, medium }: PresentedBy, visitor: string | undefined) {
  if (address === undefined) return undefined;
  const user = await (medium === 'email' ? findUserByEmail : findUserByPhone)(auth.db, address);
  const isKnown = await auth.knownNetworks.includes(auth.db, user?.id, 'sign-in', visitor);
  return auth.limits.code({ subject: address, visitor, isKnown });
}

/**
 * POST /verify: a Session for a one-time code with its address, or for the token of a link.
 * @throws AuthError as wire §5. A code that is wrong, expired or used, and an unknown address, cannot be told apart
 */
export async function verify(auth: Auth, c: HttpContext): Promise<Response> {
  const visitor = requestVisitor(auth, c);
  await auth.limits.verification(visitor);
  const presented = present(auth, await readJson(c.req.raw, bodySchema));
  const { address } = presented;
  const redeemed = await attempting(signInAttempt(address ?? '', 'otp'), async () => {
    const attempt = await countCode(auth, presented, visitor);
    const done = await signIn(auth, presented, requestClient(auth, c));
    await attempt?.refund();
    return done;
  });
  recordRedeemed(auth, c, redeemed);
  if (redeemed.session) recordLogin(auth, c, redeemed.user, 'otp', presented.medium);
  if (!redeemed.session) return c.json({ code: '200', msg: awaitsOtherMessage });
  if (redeemed.formerEmail) notifyEmailChange(auth, c, redeemed.user, redeemed.formerEmail);
  return sessionResponse(c, redeemed.session);
}
