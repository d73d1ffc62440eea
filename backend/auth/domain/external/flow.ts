import { randomBytes } from 'node:crypto';
import { insertRow } from '../../../db/rows.ts';
import { AuthError, invalid, OAuthError } from '../../errors.ts';
import { findFlowState, insertFlowState, isFlowStateExpired } from '../../store/flow-state.ts';
import { isUuid } from '../../../util/uuid.ts';
import type { SignedIn } from '../callers/caller.ts';
import { readChallenge } from '../flows/pkce.ts';
import { requestedRedirect, type RedirectSource } from '../flows/redirects.ts';
import { flowCookie, isBoundBrowser } from './browser.ts';
import { ProviderError, type ExternalProvider } from '../providers/provider.ts';
import type { AuthRequest } from '../../request.ts';
import type { Auth } from '../../context.ts';

/** Query keys of our own, and keys that would change the meaning of the request to the provider. */
const reserved = new Set([
  'apikey',
  'client_id',
  'client_secret',
  'code_challenge',
  'code_challenge_method',
  'invite_token',
  'nonce',
  'provider',
  'redirect_to',
  'redirect_uri',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'scope',
  'scopes',
  'skip_http_redirect',
  'state',
]);
const maxParameters = 20;
const maxScopes = 50;

/** @throws AuthError validation_failed */
function enabledProvider(auth: Pick<Auth, 'providers'>, name: string): ExternalProvider {
  const provider = auth.providers.get(name);
  if (provider) return provider;
  throw invalid(
    /^[\w-]{1,40}$/.test(name)
      ? `Unsupported provider: provider ${name} is not enabled`
      : 'Unsupported provider: Provider could not be found',
  );
}

/** The app's further parameters, such as `prompt`, for the provider. */
function passedOn(request: Pick<AuthRequest, 'query' | 'parameters'>): Record<string, string> {
  const names = new Set(request.parameters.keys());
  const entries = [...names]
    .filter((name) => !reserved.has(name))
    .map((name) => [name, request.query(name)] as const)
    .filter((entry) => entry.every((each) => each.isWellFormed()));
  return Object.fromEntries(entries.slice(0, maxParameters));
}

function requestedScopes(request: Pick<AuthRequest, 'query'>): readonly string[] {
  const scopes = request.query('scopes').split(/[\s,]+/);
  return scopes.filter((scope) => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope)).slice(0, maxScopes);
}

/**
 * Begins a sign-in with a provider, in this browser only.
 * @param linking the caller who links an identity; null for a sign-in
 * @returns the address of the provider, and the headers for the response
 * @throws AuthError validation_failed; unexpected_failure when the provider cannot be reached
 */
export async function beginFlow(
  request: RedirectSource & Pick<AuthRequest, 'db' | 'providers' | 'parameters'>,
  linking: SignedIn | null,
): Promise<{ url: string; headers: Record<string, string> }> {
  const provider = enabledProvider(request, request.query('provider'));
  const pkce = readChallenge({
    code_challenge: request.query('code_challenge'),
    code_challenge_method: request.query('code_challenge_method'),
  });
  const verifier = randomBytes(32).toString('base64url');
  const state = await request.db.transaction(async (transaction) => {
    const id = await insertFlowState(transaction, {
      provider_type: provider.name,
      authentication_method: 'oauth',
      ...pkce,
      referrer: requestedRedirect(request),
      linking_target_id: linking?.user.id ?? null,
      linking_session_id: linking?.session?.id ?? null,
      email_optional: provider.emailOptional,
    });
    await transaction.query(
      `delete from auth.oauth_client_states where created_at < now() - interval '15 minutes'`,
    );
    const client = { id, provider_type: provider.name, code_verifier: verifier };
    await insertRow(transaction, 'auth.oauth_client_states', client);
    return id;
  });
  const scopes = requestedScopes(request);
  const url = await provider
    .authorizationUrl({ state, verifier, scopes, parameters: passedOn(request) })
    .catch((error: unknown) => {
      throw providerFailure(error, `Unable to reach the provider ${provider.name}`, 503);
    });
  return { url: url.href, headers: { 'Set-Cookie': flowCookie(request, provider, state) } };
}

/** A provider's failure as an error for the app; other errors stay defects of the server. */
function providerFailure(error: unknown, message: string, status: 500 | 503): Error {
  if (!(error instanceof ProviderError)) return error as Error;
  return new AuthError('unexpected_failure', { message: `${message}: ${error.message}`, status });
}

/**
 * Finds the flow of `state` and marks it as returned. In the implicit flow only the browser that began it may return.
 * With PKCE any browser may: the session, or the link to an account, waits for the app's verifier.
 * @returns the flow and our verifier, undefined when a response of the provider has arrived before
 * @throws AuthError bad_oauth_callback, bad_oauth_state
 */
export async function returnToFlow(request: Pick<AuthRequest, 'db' | 'headers'>, state: string) {
  if (state === '') throw new AuthError('bad_oauth_callback');
  const flow = isUuid(state) ? await findFlowState(request.db, state) : undefined;
  if (!flow || isFlowStateExpired(flow)) throw new AuthError('bad_oauth_state');
  if (flow.code_challenge === null && !isBoundBrowser(request.headers, state))
    throw new AuthError('bad_oauth_state', { message: 'The sign-in was begun in another browser' });
  const [stored] = await request.db.query<{ code_verifier: string }>(
    'delete from auth.oauth_client_states where id = $1 returning code_verifier',
    [flow.id],
  );
  return { flow, verifier: stored?.code_verifier };
}

export type ReturnedFlow = Awaited<ReturnType<typeof returnToFlow>>;

/** The person behind a provider's response, and the provider's tokens. */
export async function exchangeResponse(
  auth: Pick<Auth, 'providers'>,
  { flow, verifier }: ReturnedFlow,
  response: URLSearchParams,
) {
  if (verifier === undefined) throw new AuthError('flow_state_already_used');
  const error = response.get('error');
  if (error !== null && error !== '')
    throw new OAuthError(error.slice(0, 200), (response.get('error_description') ?? '').slice(0, 1000));
  if (!response.get('code'))
    throw new AuthError('bad_oauth_callback', {
      message: 'OAuth callback with missing authorization code missing',
    });
  const provider = auth.providers.get(flow.provider_type);
  if (!provider) throw new AuthError('oauth_provider_not_supported');
  const { profile, tokens } = await provider
    .exchange({ parameters: response, state: flow.id, verifier })
    .catch((error: unknown) => {
      throw providerFailure(error, 'Unable to exchange external code', 500);
    });
  return { arrival: { provider: provider.name, profile, emailOptional: flow.email_optional }, tokens };
}
