import { createHash } from 'node:crypto';
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import type { ExternalProviderSettings } from '../../../config/external-providers.ts';
import { knownIssuers } from '../../../config/external-providers.ts';
import type { ProviderTokens } from '../../store/flow-state.ts';
import { fetchTimeoutMs } from './bounded-fetch.ts';
import { fetchFor, isLoopback } from './public-address.ts';
import { profileOf, type PersonClaims } from './profile.ts';
import type { ProviderProfile } from '../../store/identities.ts';
import {
  ProviderError,
  type AuthorizationResponse,
  type AuthorizationRequest,
  type ExternalProvider,
  type IdToken,
  type VerifiedIdToken,
} from './provider.ts';

const timeoutSeconds = fetchTimeoutMs / 1000;
/** Asymmetric only: everybody who knows a shared secret can sign tokens. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA'];
const clockToleranceSeconds = 30;
/** Clocks of servers differ by minutes: Google's own library grants as much to the time of issue. */
const issuedAheadSeconds = 300;

/** Deviations of single providers from the standard. */
const particular: Readonly<Record<string, { scopes: string; parameters?: Record<string, string> }>> = {
  // Apple sends name and address only in a posted form, and the name only at the first sign-in.
  apple: { scopes: 'openid name email', parameters: { response_mode: 'form_post' } },
  facebook: { scopes: 'openid email public_profile' },
};

export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  // openid-client has no words of its own for the errors of a fetch: it says that something went wrong.
  const told =
    error instanceof oidc.ClientError && error.code === undefined && error.cause instanceof Error
      ? error.cause
      : error;
  return new ProviderError(told instanceof Error ? told.message : String(told), { cause: error });
}

async function discover(issuer: URL, clientId: string, secret: string) {
  const authentication = secret === '' ? oidc.None() : oidc.ClientSecretPost(secret);
  const execute = isLoopback(issuer) ? [oidc.allowInsecureRequests] : [];
  const fetchFrom = await fetchFor(issuer);
  const options = {
    timeout: timeoutSeconds,
    [oidc.customFetch]: fetchFrom,
    execute: [...execute, oidc.enableNonRepudiationChecks],
  };
  const configuration = await oidc.discovery(issuer, clientId, {}, authentication, options);
  const address = configuration.serverMetadata().jwks_uri;
  if (address === undefined) throw new ProviderError('the provider publishes no keys');
  const keys = createRemoteJWKSet(new URL(address), {
    timeoutDuration: fetchTimeoutMs,
    [customFetch]: fetchFrom,
  });
  return { configuration, keys };
}

type Discovered = Awaited<ReturnType<typeof discover>>;

/** The nonce of an authorization, derived from its PKCE verifier. */
function nonceOf(verifier: string): string {
  return createHash('sha256').update(`nonce ${verifier}`).digest('base64url');
}

/** Apple's form has the name as JSON beside the code. */
function postedName(parameters: URLSearchParams): PersonClaims {
  try {
    const { name } = JSON.parse(parameters.get('user') ?? '{}') as { name?: Record<string, string> };
    const full = [name?.['firstName'], name?.['lastName']].filter(Boolean).join(' ');
    return full === ''
      ? {}
      : { name: full, given_name: name?.['firstName'], family_name: name?.['lastName'] };
  } catch {
    return {};
  }
}

/** The profile of verified claims. @throws ProviderError without a subject, and for a token from the future */
function requireProfile(claims: PersonClaims): ProviderProfile {
  const issuedAt = claims['iat'];
  if (typeof issuedAt === 'number' && issuedAt > Date.now() / 1000 + issuedAheadSeconds)
    throw new ProviderError('the token was issued in the future');
  const profile = profileOf(claims);
  if (!profile) throw new ProviderError('the provider names no subject');
  return profile;
}

/** The claims of the id token; with those of the userinfo endpoint when the address is missing. */
async function personClaims(
  { configuration }: Discovered,
  accessToken: string,
  claims: oidc.IDToken,
): Promise<PersonClaims> {
  if (claims['email'] !== undefined || !configuration.serverMetadata().userinfo_endpoint) return claims;
  return {
    ...claims,
    ...(await oidc.fetchUserInfo(configuration, accessToken, claims.sub)),
    iss: claims.iss,
  };
}

/** Checks that an access token was issued together with the id token. */
function checkAccessToken(token: string, claimedHash: unknown, accessToken: string): void {
  if (accessToken === '' || claimedHash === undefined) return;
  const { alg = '' } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as {
    alg?: string;
  };
  const bits = /(256|384|512)$/.exec(alg)?.[1] ?? '512';
  const hash = createHash(`sha${bits}`).update(accessToken).digest();
  if (hash.subarray(0, hash.length / 2).toString('base64url') !== claimedHash)
    throw new ProviderError('the access token does not belong to the id token');
}

export function tokensOf({ access_token, refresh_token }: oidc.TokenEndpointResponse): ProviderTokens {
  return { provider_access_token: access_token, provider_refresh_token: refresh_token ?? null };
}

/** The address of a provider for a request; its state and PKCE verifier bind the response to it. */
export async function authorizationUrlOf(
  configuration: oidc.Configuration,
  callback: string,
  { parameters, state, verifier }: AuthorizationRequest,
  further: Readonly<Record<string, string>>,
): Promise<URL> {
  return oidc.buildAuthorizationUrl(configuration, {
    ...parameters,
    ...further,
    redirect_uri: callback,
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
}

/** Exchanges the code of a response. */
export function grantOf(
  configuration: oidc.Configuration,
  callback: string,
  { parameters, state, verifier }: AuthorizationResponse,
  checks: oidc.AuthorizationCodeGrantChecks = {},
) {
  const current = new URL(callback);
  // Apple's form has a `user` beside the parameters of OAuth.
  for (const [key, value] of parameters) if (key !== 'user') current.searchParams.append(key, value);
  const proof = { expectedState: state, pkceCodeVerifier: verifier };
  return oidc.authorizationCodeGrant(configuration, current, { ...proof, ...checks });
}

async function exchangeCode(found: Discovered, callback: string, response: AuthorizationResponse) {
  const { parameters, verifier } = response;
  const checks = { expectedNonce: nonceOf(verifier), idTokenExpected: true };
  const granted = await grantOf(found.configuration, callback, response, checks);
  const claims = await personClaims(found, granted.access_token, granted.claims()!);
  return {
    profile: requireProfile({ ...postedName(parameters), ...claims }),
    tokens: tokensOf(granted),
  };
}

/** Signed claims may have any type. */
const textOrNone = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : undefined);

async function verifyToken({ keys }: Discovered, { token, accessToken }: IdToken): Promise<VerifiedIdToken> {
  const checks = { algorithms, clockToleranceSeconds, requiredClaims: ['exp'] };
  const { payload } = await jwtVerify(token, keys, checks);
  checkAccessToken(token, payload['at_hash'], accessToken);
  const { nonce = '' } = payload;
  if (typeof nonce !== 'string') throw new ProviderError('the nonce is no text');
  return {
    profile: requireProfile(payload),
    issuer: textOrNone(payload.iss) ?? '',
    audience: [payload.aud ?? []].flat(),
    authorizedParty: textOrNone(payload['azp']),
    nonce: textOrNone(nonce),
  };
}

/**
 * Creates an OpenID Connect provider. It discovers the provider's configuration at first use, and again after a failure.
 * @param callback the redirect URI
 */
export function createOidcProvider(
  name: string,
  settings: ExternalProviderSettings,
  callback: string,
): ExternalProvider {
  const issuer = new URL(settings.url || knownIssuers[name]!);
  const clientIds = settings.client_id.split(',').map((id) => id.trim());
  const { scopes, parameters } = particular[name] ?? { scopes: 'openid email profile' };
  let discovered: Promise<Discovered> | undefined;

  function discovery(): Promise<Discovered> {
    discovered ??= discover(issuer, clientIds[0]!, settings.secret);
    return discovered.catch((error: unknown) => {
      discovered = undefined;
      throw toProviderError(error);
    });
  }
  const fail = (error: unknown): never => {
    throw toProviderError(error);
  };

  async function authorizationUrl(request: AuthorizationRequest): Promise<URL> {
    const { configuration } = await discovery();
    const scope = [...new Set([...scopes.split(' '), ...request.scopes])].join(' ');
    const nonce = nonceOf(request.verifier);
    return authorizationUrlOf(configuration, callback, request, { ...parameters, scope, nonce });
  }

  return {
    name,
    // Google's id tokens write the issuer with or without the scheme.
    issuers: [issuer.href.replace(/\/$/, ''), ...(name === 'google' ? ['accounts.google.com'] : [])],
    clientIds,
    skipNonceCheck: settings.skip_nonce_check,
    emailOptional: settings.email_optional,
    postsResponse: parameters?.['response_mode'] === 'form_post',
    authorizationUrl: (request) => authorizationUrl(request).catch(fail),
    exchange: async (response) => exchangeCode(await discovery(), callback, response).catch(fail),
    verifyIdToken: async (idToken) => verifyToken(await discovery(), idToken).catch(fail),
  };
}

/** The issuer of a token without verification; undefined when the text is not a token, or names none. */
export function claimedIssuer(token: string): string | undefined {
  try {
    return textOrNone(decodeJwt(token).iss);
  } catch {
    return undefined;
  }
}
