import type { Context } from '../service/context.ts';
import { collectCommonWords } from './domain/passwords/common-passwords.ts';
import type { Auth } from './context.ts';
import { createProviders } from './domain/providers/registry.ts';
import { createFactorSecrets } from './domain/secrets/sealed-secrets.ts';
import { createKnownNetworks } from './store/known-networks.ts';
import { createMessageLimits } from './domain/limits/message-limits.ts';
import { createRateLimits } from './domain/limits/rate-limits.ts';
import { createOneTimeTokens } from './domain/secrets/one-time-tokens.ts';
import { createPasswords } from './domain/passwords/hashing.ts';
import { createRefreshTokenFormat } from './domain/secrets/token-derivation.ts';

export function createAuth(context: Context): Auth {
  const { config, options, db, tokens, log, outages, events, audit, mail, sms, rates, deriveSecrets } =
    context;
  const shared = { config, options, db, tokens, log, outages, events, audit, mail, sms };
  const settings = config.protocol.auth;
  let commonWords: ReturnType<typeof collectCommonWords> | undefined;
  const counted = { mail: config.smtp !== undefined, sms: sms.provider !== '' };
  return {
    ...shared,
    settings,
    providers: createProviders(config),
    autoconfirm: { email: !settings.email.enable_confirmations, phone: !settings.sms.enable_confirmations },
    commonWords: () => (commonWords ??= collectCommonWords([options.brandName, ...options.commonPasswords])),
    passwordsOf: createPasswords(),
    limits: createRateLimits(settings.rate_limit, rates),
    knownNetworks: createKnownNetworks(deriveSecrets('known networks')),
    refreshTokens: createRefreshTokenFormat(deriveSecrets('refresh tokens')),
    factorSecrets: createFactorSecrets(deriveSecrets('factor secrets')),
    oneTimeTokens: createOneTimeTokens(deriveSecrets('one-time tokens'), settings.email.otp_length),
    messageLimits: createMessageLimits(settings, counted, rates),
  };
}
