import { randomBytes } from 'node:crypto';
import type { Context as HttpContext } from 'hono';
import { AuthError, invalid, OAuthError } from '../errors.ts';
import {
  findFlowState,
  insertFlowState,
  isFlowStateExpired,
  type FlowStateRow,
} from '../flows/flow-state.ts';
import { isUuid, type SignedIn } from '../caller.ts';
import { readChallenge } from '../flows/pkce.ts';
import { requestedRedirect } from '../flows/redirects.ts';
import type { Auth } from '../services.ts';
import { bindBrowser, isBoundBrowser } from './browser.ts';
import { ProviderError, type ExternalProvider } from './provider.ts';

/** Query keys that are ours, or that would change what the request to the provider means. */
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
function enabledProvider(auth: Auth, name: string): ExternalProvider {
  const provider = auth.providers.get(name);
  if (provider) return provider;
  throw invalid(
    /^[\w-]{1,40}$/.test(name)
      ? `Unsupported provider: provider ${name} is not enabled`
      : 'Unsupported provider: Provider could not be found',
  );
}

function passedOn(c: HttpContext): Record<string, string> {
  const entries = Object.entries(c.req.query()).filter(
    ([name, value]) => !reserved.has(name) && name.isWellFormed() && value.isWellFormed(),
  );
  return Object.fromEntries(entries.slice(0, maxParameters));
}

/**
 * Begins a sign-in with a provider, for this browser, and gives the address to send the person to.
 * @param linking who asks to link an identity; null for a sign-in
 * @throws AuthError validation_failed; unexpected_failure when the provider cannot be reached
 */
export async function beginFlow(auth: Auth, c: HttpContext, linking: SignedIn | null): Promise<URL> {
  const query = c.req.query();
  const provider = enabledProvider(auth, query['provider'] ?? '');
  const pkce = readChallenge(query['code_challenge'] ?? '', query['code_challenge_method'] ?? '');
  const verifier = randomBytes(32).toString('base64url');
  const state = await auth.db.transaction(async (transaction) => {
    const id = await insertFlowState(transaction, {
      provider_type: provider.name,
      authentication_method: 'oauth',
      code_challenge: pkce?.challenge ?? null,
      code_challenge_method: pkce?.method ?? null,
      referrer: requestedRedirect(auth, c),
      linking_target_id: linking?.user.id ?? null,
      linking_session_id: linking?.session?.id ?? null,
      email_optional: provider.emailOptional,
    });
    await transaction.query(
      `delete from auth.oauth_client_states where created_at < now() - interval '15 minutes'`,
    );
    await transaction.query(
      'insert into auth.oauth_client_states (id, provider_type, code_verifier) values ($1, $2, $3)',
      [id, provider.name, verifier],
    );
    return id;
  });
  bindBrowser(auth, c, provider, state);
  const scopes = (query['scopes'] ?? '')
    .split(/[\s,]+/)
    .filter((scope) => /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope));
  const request = { state, verifier, scopes: scopes.slice(0, maxScopes), parameters: passedOn(c) };
  return provider.authorizationUrl(request).catch((error: unknown) => {
    throw providerFailure(error, `Unable to reach the provider ${provider.name}`, 503);
  });
}

/** What went wrong at a provider, for the app; what is not the provider's stays a defect of ours. */
export function providerFailure(error: unknown, message: string, status: 500 | 503): Error {
  if (!(error instanceof ProviderError)) return error as Error;
  return new AuthError('unexpected_failure', { message: `${message}: ${error.message}`, status });
}

/** A flow that a provider's answer belongs to. */
export interface ReturnedFlow {
  readonly flow: FlowStateRow;
  /** Undefined when an answer has come already. */
  readonly verifier: string | undefined;
}

/**
 * Finds the flow of `state` and marks it as returned. In the implicit flow only the browser that began may
 * come back. With PKCE any browser may: the session, or the link to an account, waits for the app's verifier.
 * @throws AuthError bad_oauth_callback, bad_oauth_state
 */
export async function returnToFlow(auth: Auth, c: HttpContext, state: string): Promise<ReturnedFlow> {
  if (state === '') throw new AuthError('bad_oauth_callback');
  const flow = isUuid(state) ? await findFlowState(auth.db, state) : undefined;
  if (!flow || isFlowStateExpired(flow)) throw new AuthError('bad_oauth_state');
  if (flow.code_challenge === null && !isBoundBrowser(c, state))
    throw new AuthError('bad_oauth_state', { message: 'The sign-in was begun in another browser' });
  const [kept] = await auth.db.query<{ code_verifier: string }>(
    'delete from auth.oauth_client_states where id = $1 returning code_verifier',
    [flow.id],
  );
  return { flow, verifier: kept?.code_verifier };
}

/** The person that a provider's answer is about, with the tokens of the provider. */
export async function exchangeAnswer(auth: Auth, { flow, verifier }: ReturnedFlow, answer: URLSearchParams) {
  if (verifier === undefined) throw new AuthError('flow_state_already_used');
  const refusal = answer.get('error');
  if (refusal !== null && refusal !== '')
    throw new OAuthError(refusal.slice(0, 200), (answer.get('error_description') ?? '').slice(0, 1000));
  if (!answer.get('code'))
    throw new AuthError('bad_oauth_callback', {
      message: 'OAuth callback with missing authorization code missing',
    });
  const provider = auth.providers.get(flow.provider_type);
  if (!provider) throw new AuthError('oauth_provider_not_supported');
  const { profile, tokens } = await provider
    .exchange({ parameters: answer, state: flow.id, verifier })
    .catch((error: unknown) => {
      throw providerFailure(error, 'Unable to exchange external code', 500);
    });
  return { arrival: { provider: provider.name, profile, emailOptional: flow.email_optional }, tokens };
}
