import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Reply } from '../../../http/reply.ts';
import { sameText } from '../../../util/same-text.ts';
import { requireUser } from '../../domain/callers/caller.ts';
import { flag, readJson, text, optionalText } from '../../body.ts';
import { AuthError, invalid, OAuthError } from '../../errors.ts';
import { arrive, link, requireManualLinking } from '../../domain/external/account.ts';
import { claimedIssuer } from '../../domain/providers/oidc.ts';
import {
  ProviderError,
  type ExternalProvider,
  type VerifiedIdToken,
} from '../../domain/providers/provider.ts';
import { knownProviders } from '../../domain/providers/registry.ts';
import { attempting, signInAttempt } from '../../domain/recording/failures.ts';
import { announceTakeOver } from '../../domain/accounts/notices.ts';
import { requireRecentSignIn } from '../../domain/callers/owner-proof.ts';
import { recordLogin, recordOwn } from '../../domain/recording/recording.ts';
import { sessionResponse, startSession } from '../../domain/sessions/start.ts';
import type { AuthRequest } from '../../request.ts';
import type { Auth } from '../../context.ts';

/** Providers' tokens may contain groups and pictures. */
const maxTokenCharacters = 16_384;
const bodySchema = v.object({
  provider: text,
  id_token: optionalText(maxTokenCharacters),
  access_token: optionalText(maxTokenCharacters),
  nonce: text,
  client_id: text,
  issuer: text,
  link_identity: flag,
});
type Body = v.InferOutput<typeof bodySchema>;

const invalidRequest = (description: string) => new OAuthError('invalid_request', description);

/**
 * POST /token?grant_type=id_token: a Session for a person whom the app has signed in at a provider by itself. With
 * `link_identity` the identity joins the caller's account.
 * @throws AuthError provider_disabled, manual_linking_disabled; of `requireRecentSignIn`, `arrive` and `link`. OAuthError for a bad token
 */
export async function idTokenGrant(request: AuthRequest): Promise<Reply> {
  const attempt = await request.limits.token(request.network);
  const body = await readJson(request, bodySchema);
  if (body.id_token === '') throw invalidRequest('id_token required');
  if (body.provider === '' && (body.client_id === '' || body.issuer === ''))
    throw invalidRequest('provider or client_id and issuer required');
  if (body.link_identity) requireManualLinking(request);
  const caller = body.link_identity ? await requireUser(request) : undefined;
  if (caller) await requireRecentSignIn(request, caller);
  const provider = findProvider(request, body);
  const { profile } = await attempting(request, signInAttempt('', 'id_token'), () => verify(provider, body));
  const arrival = { provider: provider.name, profile, emailOptional: provider.emailOptional };
  const { session, takenOver } = await request.db.transaction(async (transaction) => {
    const account = caller
      ? { user: await link(transaction, caller.user.id, arrival), takenOver: false }
      : await arrive(request, transaction, arrival);
    const signIn = { user: account.user, method: 'oauth', provider: provider.name };
    return { ...account, session: await startSession(request, transaction, signIn) };
  });
  await attempt.refund();
  if (takenOver) announceTakeOver(request, session.user, provider.name);
  if (caller) recordOwn(request, 'identity_linked', session.user, { provider: provider.name });
  recordLogin(request, session.user, 'oauth', provider.name);
  return sessionResponse(session);
}

async function verify(provider: ExternalProvider, body: Body): Promise<VerifiedIdToken> {
  const verified = await provider
    .verifyIdToken({ token: body.id_token, accessToken: body.access_token })
    .catch((error: unknown) => {
      if (error instanceof ProviderError) throw invalidRequest('Bad ID token');
      throw error;
    });
  if (!provider.issuers.includes(verified.issuer.replace(/\/$/, ''))) throw invalidRequest('Bad ID token');
  const { audience, authorizedParty } = verified;
  // An app that shares its tokens with us must not sign its people in here: with several audiences the token was issued to
  // one of our clients. With one, Google names the Android app beside our client.
  const isOurs = (id: string | undefined) => id !== undefined && provider.clientIds.includes(id);
  if (!audience.some(isOurs) || (audience.length > 1 && !isOurs(authorizedParty)))
    throw invalidRequest(`Unacceptable audience in id_token: [${audience.join(' ')}]`);
  if (!provider.skipNonceCheck) checkNonce(body.nonce, verified.nonce);
  return verified;
}

/**
 * The app sends the nonce, and the provider's token holds its hash: only the app that began the sign-in knows both.
 * @throws OAuthError
 */
function checkNonce(given: string, inToken: string | undefined): void {
  if ((given === '') !== (inToken === undefined))
    throw invalidRequest('Passed nonce and nonce in id_token should either both exist or not.');
  if (inToken === undefined) return;
  if (!sameText(inToken, createHash('sha256').update(given).digest('hex')))
    throw new OAuthError('invalid nonce', 'Nonces mismatch');
}

function findProvider(
  auth: Pick<Auth, 'providers'>,
  { provider: name, issuer, id_token }: Body,
): ExternalProvider {
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
