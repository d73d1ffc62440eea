import type { Context } from '../service/context.ts';
import { databaseStore, memoryStore } from '../service/rate-store.ts';
import { collectCommonWords } from './common-passwords.ts';
import { createProviders } from './external/registry.ts';
import { createFactorSecrets } from './factors/sealed-secrets.ts';
import { createKnownNetworks } from './limits/known-networks.ts';
import { createMessageLimits } from './limits/message-limits.ts';
import { createRateLimits } from './limits/rate-limits.ts';
import { createOneTimeTokens } from './links-and-codes/one-time-tokens.ts';
import { createPasswords } from './passwords/hashing.ts';
import { createRefreshTokenFormat } from './sessions/token-derivation.ts';

/** The services that all requests to `auth/v1` share. */
export type Auth = Readonly<ReturnType<typeof createAuth>>;

export function createAuth(context: Context) {
  const { config, options, db, tokens, log, outages, events, audit, mail, sms, deriveSecrets } = context;
  const shared = { config, options, db, tokens, log, outages, events, audit, mail, sms };
  const settings = config.protocol.auth;
  const store = config.rateLimitStore === 'database' ? databaseStore(db) : memoryStore();
  let commonWords: ReturnType<typeof collectCommonWords> | undefined;
  const counted = { mail: config.smtp !== undefined, sms: sms.provider !== '' };
  return {
    ...shared,
    settings,
    /** The enabled identity providers, by name. */
    providers: createProviders(config),
    /** Whether new addresses count as confirmed at once. */
    autoconfirm: { email: !settings.email.enable_confirmations, phone: !settings.sms.enable_confirmations },
    /** Words that make a password easy to guess. Collected at the first password: they take 6 MiB. */
    commonWords: () => (commonWords ??= collectCommonWords([options.brandName, ...options.commonPasswords])),
    passwordsOf: createPasswords(),
    limits: createRateLimits(settings.rate_limit, store),
    knownNetworks: createKnownNetworks(deriveSecrets('known networks')),
    refreshTokens: createRefreshTokenFormat(deriveSecrets('refresh tokens')),
    factorSecrets: createFactorSecrets(deriveSecrets('factor secrets')),
    oneTimeTokens: createOneTimeTokens(deriveSecrets('one-time tokens'), settings.email.otp_length),
    messageLimits: createMessageLimits(settings, counted, store),
  };
}
