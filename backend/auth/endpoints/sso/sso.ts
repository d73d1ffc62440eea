import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { json, redirect, type Reply } from '../../../http/reply.ts';
import { isUuid } from '../../../util/uuid.ts';
import { flag, readJson, text } from '../../body.ts';
import { AuthError, invalid } from '../../errors.ts';
import { insertFlowState } from '../../store/flow-state.ts';
import { pkceKeys, readChallenge, type CodeChallenge } from '../../domain/flows/pkce.ts';
import { requestedRedirect } from '../../domain/flows/redirects.ts';
import { findConnection, findConnectionByDomain, type SsoConnection } from '../../store/connections.ts';
import { insertRelayState } from '../../store/relay-states.ts';
import { requestUrl, requireSaml } from '../../domain/saml/service-provider.ts';
import type { AuthRequest } from '../../request.ts';
import type { Auth } from '../../context.ts';

const bodySchema = v.object({
  provider_id: text,
  domain: text,
  redirect_to: text,
  skip_http_redirect: flag,
  ...pkceKeys,
});

/** POST /sso `{provider_id | domain, redirect_to, …}`: 303 to the identity provider; `{url}` with skip_http_redirect. */
export async function sso(request: AuthRequest): Promise<Reply> {
  requireSaml(request);
  await request.limits.account(request.network);
  const body = await readJson(request, bodySchema);
  const pkce = readChallenge(body);
  const connection = await requestedConnection(request, body.provider_id, body.domain);
  const url = await beginSso(request, connection, requestedRedirect(request, body.redirect_to), pkce);
  return body.skip_http_redirect ? json({ url }) : redirect(303, url);
}

/** Saves a new request to the identity provider. @returns the address of the provider with the request */
async function beginSso(
  auth: Pick<Auth, 'config' | 'db' | 'settings'>,
  connection: SsoConnection,
  redirectTo: string,
  pkce: CodeChallenge | undefined,
): Promise<string> {
  const [relayState, requestId] = [randomUUID(), `_${randomUUID()}`];
  const url = await requestUrl(auth, connection, { id: requestId, relayState });
  await auth.db.transaction(async (transaction) => {
    const flow = {
      provider_type: `sso:${connection.id}`,
      authentication_method: 'sso/saml',
      ...pkce,
      referrer: redirectTo,
    };
    await insertRelayState(transaction, {
      id: relayState,
      sso_provider_id: connection.id,
      request_id: requestId,
      redirect_to: redirectTo,
      flow_state_id: pkce ? await insertFlowState(transaction, flow) : null,
    });
  });
  return url;
}

/** @throws AuthError validation_failed, sso_provider_not_found */
async function requestedConnection(
  auth: Pick<Auth, 'db'>,
  id: string,
  domain: string,
): Promise<SsoConnection> {
  if (id === '' && domain === '') throw invalid('A domain or a provider_id needs to be provided');
  if (id !== '' && domain !== '') throw invalid('Only one of domain or provider_id needs to be provided');
  if (id !== '' && !isUuid(id)) throw invalid('provider_id must be an UUID');
  const connection = await (id === ''
    ? findConnectionByDomain(auth.db, domain)
    : findConnection(auth.db, id));
  if (!connection || connection.disabled)
    throw new AuthError('sso_provider_not_found', {
      message: `No SSO provider assigned for this ${id === '' ? 'domain' : 'ID'}`,
    });
  return connection;
}
