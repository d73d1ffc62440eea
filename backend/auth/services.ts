import type { Context as HttpContext } from 'hono';
import type { Context } from '../context.ts';
import type { AuthSettings } from '../config/auth-settings.ts';
import { clientAddress, visitorNetwork } from '../identity/client-address.ts';
import { databaseStore, memoryStore } from '../service/rate-store.ts';
import { createProviders, type ExternalProviders } from './external/registry.ts';
import { createFactorSecrets, type FactorSecrets } from './factors/sealed-secrets.ts';
import { createKnownNetworks, type KnownNetworks } from './limits/known-networks.ts';
import { createMessageLimits, type MessageLimits } from './limits/message-limits.ts';
import { createOneTimeTokens, type OneTimeTokens } from './links-and-codes/one-time-tokens.ts';
import { createPasswords, type Passwords } from './passwords/hashing.ts';
import { createRateLimits, type RateLimits } from './limits/rate-limits.ts';
import { createRefreshTokenFormat, type RefreshTokenFormat } from './sessions/token-derivation.ts';
import type { Client } from './sessions/sessions.ts';

/** What the endpoints of `auth/v1` work with. */
export interface Auth extends Pick<
  Context,
  'config' | 'db' | 'tokens' | 'log' | 'events' | 'audit' | 'mail' | 'sms'
> {
  readonly settings: AuthSettings;
  /** Whom people can sign in with, by name. */
  readonly providers: ExternalProviders;
  /** New e-mail addresses count as confirmed at once. */
  readonly autoconfirm: boolean;
  /** New telephone numbers count as confirmed at once. */
  readonly phoneAutoconfirm: boolean;
  /** In the turn of the network that the request comes from. */
  readonly passwords: Passwords;
  readonly limits: RateLimits;
  readonly knownNetworks: KnownNetworks;
  readonly refreshTokens: RefreshTokenFormat;
  readonly factorSecrets: FactorSecrets;
  readonly oneTimeTokens: OneTimeTokens;
  readonly messageLimits: MessageLimits;
}

/** Makes the services that all requests share; the endpoints get those of their request. */
export function createAuth(context: Context): (c: HttpContext) => Auth {
  const { config, db, tokens, log, events, audit, mail, sms, deriveSecrets } = context;
  const settings = config.protocol.auth;
  const store = config.rateLimitStore === 'database' ? databaseStore(db) : memoryStore();
  const passwordsOf = createPasswords();
  const shared = {
    config,
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
  return (c) => {
    const address = clientAddress(c, config.trustedProxies);
    return { ...shared, passwords: passwordsOf(address === undefined ? '' : visitorNetwork(address)) };
  };
}

/** An endpoint: answers a request, or throws an AuthError. */
export type Endpoint = (auth: Auth, c: HttpContext) => Promise<Response> | Response;

const maxUserAgent = 1000;

/** The browser and address of a request, for its session. */
export function requestClient(auth: Auth, c: HttpContext): Client {
  return {
    userAgent: c.req.header('user-agent')?.slice(0, maxUserAgent) ?? null,
    address: clientAddress(c, auth.config.trustedProxies) ?? null,
  };
}

/** The network a request comes from, for rate limits; undefined for requests within the process. */
export function requestVisitor(auth: Auth, c: HttpContext): string | undefined {
  const address = clientAddress(c, auth.config.trustedProxies);
  return address === undefined ? undefined : visitorNetwork(address);
}
