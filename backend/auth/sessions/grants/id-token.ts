import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { requireUser } from '../../caller.ts';
import { flag, readJson, text, textUpTo } from '../../body.ts';
import { AuthError, invalid, OAuthError } from '../../errors.ts';
import { arrive, link } from '../../external/account.ts';
import { claimedIssuer } from '../../external/oidc.ts';
import { ProviderError, type ExternalProvider, type VerifiedIdToken } from '../../external/provider.ts';
import { knownProviders } from '../../external/registry.ts';
import { attempting, signInAttempt } from '../../failures.ts';
import { requireManualLinking } from '../../external/link-identity.ts';
import { announceTakeOver } from '../../accounts/notices.ts';
import { recordLogin, recordOwn } from '../../recording.ts';
import { requestClient, requestVisitor, type Auth } from '../../services.ts';
import { sessionResponse, startSession } from '../start.ts';

/** Tokens of providers hold groups and pictures: they are longer than ours. */
const maxToken = 16_384;
const bodySchema = v.object({
  provider: text,
  id_token: textUpTo(maxToken),
  access_token: textUpTo(maxToken),
  nonce: text,
  client_id: text,
  issuer: text,
  link_identity: flag,
});
type Body = v.InferOutput<typeof bodySchema>;

function invalidRequest(description: string): OAuthError {
  return new OAuthError('invalid_request', description);
}

/** By name, or by issuer. */
function findProvider(auth: Auth, { provider: name, issuer, id_token }: Body): ExternalProvider {
  const all = [...auth.providers.values()];
  const found = name === '' ? all.find(({ issuers }) => issuers.includes(issuer)) : auth.providers.get(name);
  if (found) return found;
  if (name !== '' && !knownProviders.includes(name))
    throw invalid(`Custom OIDC provider "${name.slice(0, 100)}" not allowed`);
  const shown = (issuer || claimedIssuer(id_token)) ?? '';
  throw new AuthError('provider_disabled', {
    message: `Provider (issuer "${shown.slice(0, 200)}") is not enabled`,
  });
}

/**
 * The app gave the provider the hash of a nonce and gives us the nonce itself: only who began the sign-in knows it.
 * @throws OAuthError
 */
function checkNonce(given: string, inToken: string | undefined): void {
  if ((given === '') !== (inToken === undefined))
    throw invalidRequest('Passed nonce and nonce in id_token should either both exist or not.');
  if (inToken === undefined) return;
  const expected = Buffer.from(createHash('sha256').update(given).digest('hex'));
  const actual = Buffer.from(inToken);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw new OAuthError('invalid nonce', 'Nonces mismatch');
}

async function verify(provider: ExternalProvider, body: Body): Promise<VerifiedIdToken> {
  const verified = await provider
    .verifyIdToken({ token: body.id_token, accessToken: body.access_token })
    .catch((error: unknown) => {
      if (error instanceof ProviderError) throw invalidRequest('Bad ID token');
      throw error;
    });
  if (!provider.issuers.includes(verified.issuer.replace(/\/$/, ''))) throw invalidRequest('Bad ID token');
  if (!verified.audience.some((id) => provider.clientIds.includes(id)))
    throw invalidRequest(`Unacceptable audience in id_token: [${verified.audience.join(' ')}]`);
  if (!provider.skipNonceCheck) checkNonce(body.nonce, verified.nonce);
  return verified;
}

/**
 * POST /token?grant_type=id_token: the Session of somebody whom the app has signed in at a provider by itself; with
 * `link_identity` the identity is added to the caller's account.
 * @throws AuthError, OAuthError as wire §4
 */
export async function idTokenGrant(auth: Auth, c: HttpContext): Promise<Response> {
  const attempt = await auth.limits.token(requestVisitor(auth, c));
  const body = await readJson(c.req.raw, bodySchema);
  if (body.id_token === '') throw invalidRequest('id_token required');
  if (body.provider === '' && (body.client_id === '' || body.issuer === ''))
    throw invalidRequest('provider or client_id and issuer required');
  if (body.link_identity) requireManualLinking(auth);
  const caller = body.link_identity ? await requireUser(auth, c) : undefined;
  const provider = findProvider(auth, body);
  const { profile } = await attempting(signInAttempt('', 'id_token'), () => verify(provider, body));
  const arrival = { provider: provider.name, profile, emailOptional: provider.emailOptional };
  const client = requestClient(auth, c);
  const { session, takenOver } = await auth.db.transaction(async (transaction) => {
    const account = caller
      ? { user: await link(transaction, caller.user.id, arrival), takenOver: false }
      : await arrive(auth, transaction, arrival);
    const signIn = { user: account.user, method: 'oauth', provider: provider.name, client };
    return { ...account, session: await startSession(auth, transaction, signIn) };
  });
  await attempt.refund();
  if (takenOver) announceTakeOver(auth, c, session.user, provider.name);
  if (caller) recordOwn(auth, c, 'identity_linked', session.user, { provider: provider.name });
  recordLogin(auth, c, session.user, 'oauth', provider.name);
  return sessionResponse(c, session);
}
