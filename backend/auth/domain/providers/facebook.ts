import { createHmac } from 'node:crypto';
import * as oidc from 'openid-client';
import * as v from 'valibot';
import type { ExternalProviderSettings } from '../../../config/external-providers.ts';
import { boundedFetch, fetchTimeoutMs } from './bounded-fetch.ts';
import { authorizationUrlOf, createOidcProvider, grantOf, tokensOf, toProviderError } from './oidc.ts';
import { profileOf } from './profile.ts';
import {
  ProviderError,
  type AuthorizationResponse,
  type AuthorizationRequest,
  type ExternalProvider,
} from './provider.ts';

const scopes = ['email'];

const person = v.object({
  id: v.string(),
  name: v.optional(v.string()),
  first_name: v.optional(v.string()),
  last_name: v.optional(v.string()),
  email: v.optional(v.string()),
  picture: v.optional(v.object({ data: v.optional(v.object({ url: v.optional(v.string()) })) })),
});

/** Facebook's addresses; the configured `url` replaces their hosts. */
function endpoints(url: string) {
  const [site, graph] = url === '' ? ['https://www.facebook.com', 'https://graph.facebook.com'] : [url, url];
  return {
    issuer: site,
    authorization_endpoint: `${site}/dialog/oauth`,
    token_endpoint: `${graph}/oauth/access_token`,
    me: `${graph}/me`,
  };
}

/** Fetches the profile of the token's owner. `appsecret_proof` proves that the request comes from our app. */
async function fetchPerson(address: string, token: string, secret: string) {
  const url = new URL(address);
  url.searchParams.set('fields', 'id,email,first_name,last_name,name,picture');
  url.searchParams.set('appsecret_proof', createHmac('sha256', secret).update(token).digest('hex'));
  const response = await boundedFetch(url, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new ProviderError(`Facebook responded with ${response.status}`);
  const { id, email, name, first_name, last_name, picture } = v.parse(person, await response.json());
  const profile = profileOf({
    iss: new URL(address).origin,
    sub: id,
    email,
    // Facebook returns confirmed addresses only.
    email_verified: email !== undefined,
    name,
    given_name: first_name,
    family_name: last_name,
    picture: picture?.data?.url,
  });
  if (!profile) throw new ProviderError('Facebook names no person');
  return profile;
}

/** Facebook: plain OAuth 2 and a profile endpoint. The id tokens of its apps follow OpenID Connect. */
export function createFacebookProvider(
  settings: ExternalProviderSettings,
  callback: string,
): ExternalProvider {
  const { me, ...server } = endpoints(settings.url.replace(/\/$/, ''));
  const forIdTokens = createOidcProvider('facebook', settings, callback);
  const authentication = oidc.ClientSecretPost(settings.secret);
  const configuration = new oidc.Configuration(server, forIdTokens.clientIds[0]!, {}, authentication);
  configuration.timeout = fetchTimeoutMs / 1000;
  configuration[oidc.customFetch] = boundedFetch;
  if (server.issuer.startsWith('http://127.0.0.1')) oidc.allowInsecureRequests(configuration);

  async function authorizationUrl(request: AuthorizationRequest): Promise<URL> {
    const scope = [...new Set([...scopes, ...request.scopes])].join(',');
    return authorizationUrlOf(configuration, callback, request, { scope });
  }

  async function exchange(response: AuthorizationResponse) {
    try {
      const granted = await grantOf(configuration, callback, response);
      const profile = await fetchPerson(me, granted.access_token, settings.secret);
      return { profile, tokens: tokensOf(granted) };
    } catch (error) {
      throw toProviderError(error);
    }
  }

  return { ...forIdTokens, authorizationUrl, exchange };
}
