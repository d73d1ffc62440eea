import type { Context } from '../service/context.ts';
import type { AuthSettings } from '../config/auth-settings.ts';
import { databaseStore, memoryStore } from '../service/rate-store.ts';
import { collectCommonWords } from './common-passwords.ts';
import { createProviders, type ExternalProviders } from './external/registry.ts';
import { createFactorSecrets, type FactorSecrets } from './factors/sealed-secrets.ts';
import { createKnownNetworks, type KnownNetworks } from './limits/known-networks.ts';
import { createMessageLimits, type MessageLimits } from './limits/message-limits.ts';
import { createRateLimits, type RateLimits } from './limits/rate-limits.ts';
import { createOneTimeTokens, type OneTimeTokens } from './links-and-codes/one-time-tokens.ts';
import { createPasswords, type PasswordsOf } from './passwords/hashing.ts';
import { createRefreshTokenFormat, type RefreshTokenFormat } from './sessions/token-derivation.ts';

/** The services that all requests to `auth/v1` share. */
export interface Auth extends Pick<
  Context,
  'config' | 'options' | 'db' | 'tokens' | 'log' | 'events' | 'audit' | 'mail' | 'sms'
> {
  readonly settings: AuthSettings;
  /** The enabled identity providers, by name. */
  readonly providers: ExternalProviders;
  /** New e-mail addresses count as confirmed at once. */
  readonly autoconfirm: boolean;
  /** New telephone numbers count as confirmed at once. */
  readonly phoneAutoconfirm: boolean;
  /** Words that make a password easy to guess. */
  readonly commonWords: ReadonlySet<string>;
  readonly passwordsOf: PasswordsOf;
  readonly limits: RateLimits;
  readonly knownNetworks: KnownNetworks;
  readonly refreshTokens: RefreshTokenFormat;
  readonly factorSecrets: FactorSecrets;
  readonly oneTimeTokens: OneTimeTokens;
  readonly messageLimits: MessageLimits;
}

export function createAuth(context: Context): Auth {
  const { config, options, db, tokens, log, events, audit, mail, sms, deriveSecrets } = context;
  const settings = config.protocol.auth;
  const store = config.rateLimitStore === 'database' ? databaseStore(db) : memoryStore();
  return {
    config,
    options,
    db,
    tokens,
    log,
    events,
    audit,
    mail,
    sms,
    settings,
    providers: createProviders(config),
    autoconfirm: !settings.email.enable_confirmations,
    phoneAutoconfirm: !settings.sms.enable_confirmations,
    commonWords: collectCommonWords([options.brandName, ...options.commonPasswords]),
    passwordsOf: createPasswords(),
    limits: createRateLimits(settings.rate_limit, store),
    knownNetworks: createKnownNetworks(deriveSecrets('known networks')),
    refreshTokens: createRefreshTokenFormat(deriveSecrets('refresh tokens')),
    factorSecrets: createFactorSecrets(deriveSecrets('factor secrets')),
    oneTimeTokens: createOneTimeTokens(deriveSecrets('one-time tokens'), settings.email.otp_length),
    messageLimits: createMessageLimits(
      settings,
      { mail: config.smtp !== undefined, sms: sms.provider !== '' },
      store,
    ),
  };
}
