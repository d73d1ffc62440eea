import type { ProviderTokens } from '../../store/flow-state.ts';
import type { ProviderProfile } from '../../store/identities.ts';

/** The parameters of a redirect to a provider. */
export interface AuthorizationRequest {
  readonly state: string;
  /** Our PKCE verifier, for the exchange with the provider. */
  readonly verifier: string;
  /** Further scopes that the app requests. */
  readonly scopes: readonly string[];
  /** Further parameters of the app, such as `prompt` or `login_hint`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The parameters of a provider's redirect back to us. */
export interface AuthorizationResponse {
  readonly parameters: URLSearchParams;
  readonly state: string;
  readonly verifier: string;
}

/** The tokens from an app that signed the person in by itself. */
export interface IdToken {
  readonly token: string;
  /** The provider's access token; empty without one. */
  readonly accessToken: string;
}

export interface VerifiedIdToken {
  readonly profile: ProviderProfile;
  readonly issuer: string;
  readonly audience: readonly string[];
  /** The client that the token was issued to (`azp`), when the token names one. */
  readonly authorizedParty: string | undefined;
  readonly nonce: string | undefined;
}

/** An identity provider for signing in. */
export interface ExternalProvider {
  readonly name: string;
  readonly issuers: readonly string[];
  readonly clientIds: readonly string[];
  readonly skipNonceCheck: boolean;
  readonly emailOptional: boolean;
  /** The provider redirects back by posting a form. */
  readonly postsResponse: boolean;
  authorizationUrl(request: AuthorizationRequest): Promise<URL>;
  /** @throws ProviderError when the provider rejects the code, or its response is not valid */
  exchange(response: AuthorizationResponse): Promise<{ profile: ProviderProfile; tokens: ProviderTokens }>;
  /** Verifies signature and times; the caller checks issuer, audience and nonce. @throws ProviderError */
  verifyIdToken(idToken: IdToken): Promise<VerifiedIdToken>;
}

/** The provider is unreachable, or its response is not valid. */
export class ProviderError extends Error {}
