import { randomUUID } from 'node:crypto';
import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { isUuid } from '../caller.ts';
import { flag, readJson, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import { insertFlowState } from '../flows/flow-state.ts';
import { readChallenge, type CodeChallenge } from '../flows/pkce.ts';
import { requestedRedirect } from '../flows/redirects.ts';
import { findProvider, findProviderByDomain, type SsoProvider } from './connections.ts';
import { insertRelayState } from './relay-states.ts';
import { requestUrl, requireSaml } from './service-provider.ts';
import { requestVisitor, type Auth } from '../services.ts';

const bodySchema = v.object({
  provider_id: text,
  domain: text,
  redirect_to: text,
  skip_http_redirect: flag,
  code_challenge: text,
  code_challenge_method: text,
});

/** @throws AuthError validation_failed, sso_provider_not_found */
async function requestedProvider(auth: Auth, id: string, domain: string): Promise<SsoProvider> {
  if (id === '' && domain === '') throw invalid('A domain or a provider_id needs to be provided');
  if (id !== '' && domain !== '') throw invalid('Only one of domain or provider_id needs to be provided');
  if (id !== '' && !isUuid(id)) throw invalid('provider_id must be an UUID');
  const provider = id === '' ? await findProviderByDomain(auth.db, domain) : await findProvider(auth.db, id);
  if (!provider || provider.disabled)
    throw new AuthError('sso_provider_not_found', {
      message: `No SSO provider assigned for this ${id === '' ? 'domain' : 'ID'}`,
    });
  return provider;
}

/** Notes the request, and gives the address of the identity provider with it. */
async function request(
  auth: Auth,
  provider: SsoProvider,
  redirectTo: string,
  pkce: CodeChallenge | undefined,
): Promise<string> {
  const [relayState, requestId] = [randomUUID(), `_${randomUUID()}`];
  const url = await requestUrl(auth, provider, { id: requestId, relayState });
  await auth.db.transaction(async (transaction) => {
    const flow =
      pkce &&
      (await insertFlowState(transaction, {
        provider_type: `sso:${provider.id}`,
        authentication_method: 'sso/saml',
        code_challenge: pkce.challenge,
        code_challenge_method: pkce.method,
        referrer: redirectTo,
      }));
    await insertRelayState(transaction, {
      id: relayState,
      sso_provider_id: provider.id,
      request_id: requestId,
      redirect_to: redirectTo,
      flow_state_id: flow ?? null,
    });
  });
  return url;
}

/** POST /sso `{provider_id | domain, redirect_to, …}`: `{url}` with skip_http_redirect, else 303 (wire §6). */
export async function sso(auth: Auth, c: HttpContext): Promise<Response> {
  requireSaml(auth);
  await auth.limits.account(requestVisitor(auth, c));
  const body = await readJson(c.req.raw, bodySchema);
  const pkce = readChallenge(body.code_challenge, body.code_challenge_method);
  const provider = await requestedProvider(auth, body.provider_id, body.domain);
  const url = await request(auth, provider, requestedRedirect(auth, c, body.redirect_to), pkce);
  return body.skip_http_redirect ? c.json({ url }) : c.redirect(url, 303);
}
