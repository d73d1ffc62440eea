import type { Context as HttpContext } from 'hono';
import packageFile from '../../package.json' with { type: 'json' };
import type { Auth } from './services.ts';

/** The providers that the wire names (§9). None of them is offered. */
const externalProviders = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'x',
  'zoom',
];

/** GET /settings: what sign-in forms may offer. */
export function settings(auth: Auth, c: HttpContext): Response {
  return c.json({
    external: {
      ...Object.fromEntries(externalProviders.map((name) => [name, false])),
      anonymous_users: false,
      email: auth.settings.email.enable_signup,
      phone: false,
    },
    disable_signup: !auth.settings.enable_signup,
    mailer_autoconfirm: auth.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
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
