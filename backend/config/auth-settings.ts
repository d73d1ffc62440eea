import { createPrivateKey, X509Certificate } from 'node:crypto';
import * as v from 'valibot';
import { count, duration, otpLength } from './protocol-types.ts';
import { smsSettings } from './sms-settings.ts';
import { externalProviders } from './external-providers.ts';
import { namedVariable } from './project-file.ts';

/** A text; empty when it names a variable that is not set. */
const textOrUnset = v.pipe(
  v.string(),
  v.transform((text) => (namedVariable(text) === undefined ? text : '')),
);

/** A web address; empty when it is not given, or names a variable that is not set. */
const address = v.pipe(
  textOrUnset,
  v.check((text) => text === '' || URL.canParse(text), 'is not an address such as https://app.example'),
);

const rateLimit = v.object({
  /** Sign-ups and changes of an account: each 5 minutes, from one address. */
  sign_in_sign_ups: v.optional(count, 30),
  /** Failed sign-ins, and refreshes with unknown tokens, from one address; sign-ins to one account: each 5 minutes. */
  token_refresh: v.optional(count, 150),
  /** Codes and links that are tried: each 5 minutes, from one address. */
  token_verifications: v.optional(count, 30),
  /** Anonymous sign-ins: each hour, from one address. */
  anonymous_users: v.optional(count, 30),
  /** Mails each hour, to all people together. It only holds where a mail server is configured. */
  email_sent: v.optional(count, 2),
  /** SMS each hour, to all people together. It only holds where a provider is configured. */
  sms_sent: v.optional(count, 30),
  /** Wrong passwords on one account: each 5 minutes, from one address. Our own key: the CLI has none. */
  wrong_passwords: v.optional(count, 10),
});

const email = v.object({
  enable_signup: v.optional(v.boolean(), true),
  enable_confirmations: v.optional(v.boolean(), false),
  secure_password_change: v.optional(v.boolean(), false),
  /** A new address is confirmed from the old mailbox as well. */
  double_confirm_changes: v.optional(v.boolean(), true),
  /** How long until the next mail to the same address; in milliseconds. */
  max_frequency: v.optional(duration, '1s'),
  /** How many digits a mailed code has. */
  otp_length: v.optional(otpLength, 6),
  /** How long a mailed code is good, in seconds. */
  otp_expiry: v.optional(v.pipe(count, v.maxValue(86_400)), 3600),
});

const sessions = v.object({
  /** How long after sign-in a session can be refreshed; 0 is for ever. */
  timebox: v.optional(duration, '0'),
  /** How long after its last refresh a session can be refreshed; 0 is for ever. */
  inactivity_timeout: v.optional(duration, '0'),
});

const factor = v.object({
  enroll_enabled: v.optional(v.boolean(), false),
  verify_enabled: v.optional(v.boolean(), false),
});

/** Second factors. */
const mfa = v.object({
  max_enrolled_factors: v.optional(count, 10),
  totp: v.optional(factor, {}),
  web_authn: v.optional(factor, {}),
  phone: v.optional(
    v.object({
      ...factor.entries,
      otp_length: v.optional(otpLength, 6),
      /** As in `[auth.sms]`. */
      template: v.optional(v.string(), ''),
      /** How long until the next message to the same factor; in milliseconds. */
      max_frequency: v.optional(duration, '5s'),
    }),
    {},
  ),
});

/**
 * The relying party of passkeys and WebAuthn factors. A key that is left out, or names a variable that is not set, follows
 * from the address of the app.
 */
const webauthn = v.object({
  rp_display_name: v.optional(textOrUnset, ''),
  /** The domain, without scheme and port. */
  rp_id: v.optional(
    v.pipe(
      textOrUnset,
      v.check((text) => text === '' || isDomain(text), 'is not a domain such as app.example'),
    ),
    '',
  ),
  rp_origins: v.optional(
    v.pipe(
      v.array(address),
      v.transform((origins) => origins.filter((origin) => origin !== '')),
    ),
    [],
  ),
});

function isDomain(text: string): boolean {
  const url = `https://${text}/`;
  return URL.canParse(url) && new URL(url).href === url;
}

function isKeyPair({ private_key: key, certificate }: { private_key: string; certificate: string }): boolean {
  if (key === '' && certificate === '') return true;
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** `[auth.saml]`: signing in with the identity providers of companies. Our own keys: the CLI has none. */
const saml = v.pipe(
  v.object({
    enabled: v.optional(v.boolean(), false),
    /** In PEM. With both, our requests are signed, and assertions may be encrypted for us. */
    private_key: v.optional(v.string(), ''),
    certificate: v.optional(v.string(), ''),
  }),
  v.check(
    (settings) => !settings.enabled || isKeyPair(settings),
    '[auth.saml] needs private_key and certificate in PEM, which belong together, or neither',
  ),
);

/** The `[auth]` keys of `supabase/config.toml`, with the Supabase CLI's defaults. */
export const authSettings = v.object({
  /** Where the app is; by default the address of this server. */
  site_url: v.optional(address, ''),
  /** Further addresses that people may be sent back to, with `*`, `**` and `?` as the hosted service has them. */
  additional_redirect_urls: v.optional(v.array(v.string()), []),
  /** A signed-in user may add identities of other providers to their account, and remove them. */
  enable_manual_linking: v.optional(v.boolean(), false),
  enable_signup: v.optional(v.boolean(), true),
  enable_anonymous_sign_ins: v.optional(v.boolean(), false),
  jwt_expiry: v.optional(v.pipe(v.number(), v.integer(), v.minValue(30), v.maxValue(604_800)), 3600),
  jwt_issuer: v.optional(v.string()),
  /** Path of a JWKS, from the folder of `config.toml`. SUPABASE_SIGNING_KEYS wins over it; empty as not given. */
  signing_keys_path: v.optional(v.string(), ''),
  enable_refresh_token_rotation: v.optional(v.boolean(), true),
  refresh_token_reuse_interval: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 10),
  minimum_password_length: v.optional(v.pipe(v.number(), v.integer(), v.minValue(6)), 6),
  password_requirements: v.optional(
    v.picklist(['', 'letters_digits', 'lower_upper_letters_digits', 'lower_upper_letters_digits_symbols']),
    '',
  ),
  /**
   * Our own key: refuses passwords that attackers try first, from lists in this repository. Off by default, like the
   * hosted service's check against leaked passwords.
   */
  password_refuse_common: v.optional(v.boolean(), false),
  /** Our own key, after the hosted service's setting: a change of the password asks for the current one. */
  require_current_password: v.optional(v.boolean(), false),
  email: v.optional(email, {}),
  sms: v.optional(smsSettings, {}),
  external: v.optional(externalProviders, {}),
  mfa: v.optional(mfa, {}),
  passkey: v.optional(v.object({ enabled: v.optional(v.boolean(), false) }), {}),
  /** The endpoints that manage clients only: this server signs nobody in to other apps. */
  oauth_server: v.optional(v.object({ enabled: v.optional(v.boolean(), false) }), {}),
  rate_limit: v.optional(rateLimit, {}),
  saml: v.optional(saml, {}),
  sessions: v.optional(sessions, {}),
  webauthn: v.optional(webauthn, {}),
});

export type AuthSettings = v.InferOutput<typeof authSettings>;
