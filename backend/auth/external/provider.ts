import type { Profile, ProviderTokens } from './profile.ts';

/** What our redirect to a provider is made of. */
export interface AuthorizationRequest {
  readonly state: string;
  /** The PKCE verifier that we keep for the exchange with the provider. */
  readonly verifier: string;
  /** Further scopes that the app asks for. */
  readonly scopes: readonly string[];
  /** Further parameters of the app, such as `prompt` or `login_hint`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** What a provider sent a person back with. */
export interface AuthorizationAnswer {
  /** `code`, `state`, and what else the provider's redirect carries. */
  readonly parameters: URLSearchParams;
  readonly state: string;
  readonly verifier: string;
}

/** What an app that signed the person in by itself sends us. */
export interface IdToken {
  readonly token: string;
  /** The provider's access token; empty when it is not given. */
  readonly accessToken: string;
}

export interface VerifiedIdToken {
  readonly profile: Profile;
  readonly issuer: string;
  readonly audience: readonly string[];
  readonly nonce: string | undefined;
}

/** Somebody whom people can sign in with. */
export interface ExternalProvider {
  readonly name: string;
  readonly issuers: readonly string[];
  readonly clientIds: readonly string[];
  readonly skipNonceCheck: boolean;
  readonly emailOptional: boolean;
  /** The provider sends people back by a form that it posts. */
  readonly postsAnswer: boolean;
  authorizationUrl(request: AuthorizationRequest): Promise<URL>;
  /** @throws ProviderError when the provider does not accept the code, or its answer cannot be believed */
  exchange(answer: AuthorizationAnswer): Promise<{ profile: Profile; tokens: ProviderTokens }>;
  /** Checks signature and times; issuer, audience and nonce are the caller's. @throws ProviderError */
  verifyIdToken(idToken: IdToken): Promise<VerifiedIdToken>;
}

/** The provider cannot be reached, or what it sent is not what it should be. */
export class ProviderError extends Error {}
