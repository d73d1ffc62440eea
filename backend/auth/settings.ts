import type { Context as HttpContext } from 'hono';
import packageFile from '../../package.json' with { type: 'json' };
import { knownProviders } from './external/registry.ts';
import type { Auth } from './services.ts';

/** GET /settings: what sign-in forms may offer. */
export function settings(auth: Auth, c: HttpContext): Response {
  return c.json({
    external: {
      ...Object.fromEntries(
        [...knownProviders, ...auth.providers.keys()].map((name) => [name, auth.providers.has(name)]),
      ),
      anonymous_users: auth.settings.enable_anonymous_sign_ins,
      email: auth.settings.email.enable_signup,
      phone: auth.settings.sms.enable_signup,
    },
    disable_signup: !auth.settings.enable_signup,
    mailer_autoconfirm: auth.autoconfirm,
    phone_autoconfirm: auth.phoneAutoconfirm,
    sms_provider: auth.sms.provider,
    saml_enabled: auth.settings.saml.enabled,
    saml_private_key_next_configured: false,
    passkeys_enabled: auth.settings.passkey.enabled,
  });
}

/** GET /health: that the service answers, and which it is. */
export function health(_auth: Auth, c: HttpContext): Response {
  return c.json({
    version: packageFile.version,
    name: 'auth',
    description: 'Accounts and sessions',
  });
}
