import type { AuthSettings } from '../config/auth-settings.ts';
import type { Context } from '../service/context.ts';
import type { ExternalProvider } from './domain/providers/provider.ts';
import type { createFactorSecrets } from './domain/secrets/sealed-secrets.ts';
import type { createKnownNetworks } from './store/known-networks.ts';
import type { createMessageLimits } from './domain/limits/message-limits.ts';
import type { createRateLimits } from './domain/limits/rate-limits.ts';
import type { createOneTimeTokens } from './domain/secrets/one-time-tokens.ts';
import type { createPasswords } from './domain/passwords/hashing.ts';
import type { createRefreshTokenFormat } from './domain/secrets/token-derivation.ts';

/** The services that all requests to `auth/v1` share. */
export interface Auth extends Pick<
  Context,
  'config' | 'options' | 'db' | 'tokens' | 'log' | 'outages' | 'events' | 'audit' | 'mail' | 'sms'
> {
  /** `[auth]` of the project's `config.toml`. */
  readonly settings: AuthSettings;
  /** The enabled identity providers, by name. */
  readonly providers: ReadonlyMap<string, ExternalProvider>;
  /** Whether new addresses count as confirmed at once. */
  readonly autoconfirm: { readonly email: boolean; readonly phone: boolean };
  /** Words that make a password easy to guess. Collected at the first password: they take 6 MiB. */
  commonWords(): Promise<ReadonlySet<string>>;
  readonly passwordsOf: ReturnType<typeof createPasswords>;
  readonly limits: ReturnType<typeof createRateLimits>;
  readonly knownNetworks: ReturnType<typeof createKnownNetworks>;
  readonly refreshTokens: ReturnType<typeof createRefreshTokenFormat>;
  readonly factorSecrets: ReturnType<typeof createFactorSecrets>;
  readonly oneTimeTokens: ReturnType<typeof createOneTimeTokens>;
  readonly messageLimits: ReturnType<typeof createMessageLimits>;
}
