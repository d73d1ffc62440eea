import * as v from 'valibot';
import { json, type Reply } from '../../http/reply.ts';
import { findUserBy } from '../store/users.ts';
import { readJson, text } from '../body.ts';
import { invalid } from '../errors.ts';
import { attempting, signInAttempt } from '../domain/recording/failures.ts';
import { recordLogin } from '../domain/recording/recording.ts';
import type { AuthRequest } from '../request.ts';
import type { Auth } from '../context.ts';
import { sessionResponse, startSession, type SessionStarter } from '../domain/sessions/start.ts';
import { presentCode, presentLink, type Presented } from '../domain/links-and-codes/presented.ts';
import { announceRedeemed, awaitsOtherMessage, redeem } from '../domain/links-and-codes/redeem.ts';

const bodySchema = v.object({ type: text, token: text, token_hash: text, email: text, phone: text });
type Body = v.InferOutput<typeof bodySchema>;

/**
 * POST /verify: a Session for a one-time code with its address, or for the token of a link. A wrong, expired or used
 * code and an unknown address are indistinguishable.
 * @throws AuthError validation_failed, over_request_rate_limit; of `redeem`
 */
export async function verify(request: AuthRequest): Promise<Reply> {
  await request.limits.verification(request.network);
  const presented = present(request, await readJson(request, bodySchema));
  const redeemed = await attempting(request, signInAttempt(presented.address ?? '', 'otp'), async () => {
    const attempt = await countCode(request, presented);
    const done = await signIn(request, presented);
    await attempt?.refund();
    return done;
  });
  announceRedeemed(request, redeemed);
  if (!redeemed.session) return json({ code: '200', msg: awaitsOtherMessage });
  recordLogin(request, redeemed.user, presented.method, presented.provider);
  return sessionResponse(redeemed.session);
}

/** Counts a code against the limits of its address; links cannot be guessed. @throws AuthError over_request_rate_limit */
async function countCode(
  request: Pick<AuthRequest, 'db' | 'knownNetworks' | 'limits' | 'network'>,
  { address, provider }: Presented,
) {
  const { db, knownNetworks, limits, network } = request;
  if (address === undefined) return undefined;
  const user = await findUserBy(db, provider, address);
  const isKnown = await knownNetworks.includes(db, user?.id, 'sign-in', network);
  return limits.code({ subject: address, network, isKnown });
}

/** Redeems the code or link, and starts the session, unless it is the first of two confirmations. */
function signIn(request: SessionStarter & Pick<Auth, 'db'>, presented: Presented) {
  return request.db.transaction(async (transaction) => {
    const redeemed = await redeem(request, transaction, presented);
    if (redeemed.awaitsOther) return { ...redeemed, session: undefined };
    const { user } = redeemed;
    const { method, provider } = presented;
    const start = { user, method, provider };
    return { ...redeemed, session: await startSession(request, transaction, start) };
  });
}

function present(auth: Pick<Auth, 'oneTimeTokens'>, body: Body): Presented {
  const { type, token, token_hash: link } = body;
  if (type === '') throw invalid('Verify requires a verification type');
  if ((token === '') === (link === '')) throw invalid('Verify requires either a token or a token hash');
  if (token !== '') return presentCode(auth, type, body);
  if (body.email !== '' || body.phone !== '')
    throw invalid('Only the token_hash and type should be provided');
  return presentLink(auth, type, link);
}
