import packageFile from '../package.json' with { type: 'json' };
import { json, type Reply } from '../service/endpoint.ts';
import { knownProviders } from './external/registry.ts';
import type { Auth } from './context.ts';

/** GET /settings: the ways to sign in that a form may offer. */
export async function getSettings({ providers, settings, autoconfirm, sms }: Auth): Promise<Reply> {
  return json({
    external: {
      ...Object.fromEntries(
        [...knownProviders, ...providers.keys()].map((name) => [name, providers.has(name)]),
      ),
      anonymous_users: settings.enable_anonymous_sign_ins,
      email: settings.email.enable_signup,
      phone: settings.sms.enable_signup,
    },
    disable_signup: !settings.enable_signup,
    mailer_autoconfirm: autoconfirm.email,
    phone_autoconfirm: autoconfirm.phone,
    sms_provider: sms.provider,
    saml_enabled: settings.saml.enabled,
    saml_private_key_next_configured: false,
    passkeys_enabled: settings.passkey.enabled,
  });
}

/**
 * GET /health. Apps ask it whether the backend responds. It costs no query, except after the database
 * failed: then it gets the same error as every other request until the database is back.
 */
export async function health({ db, outages }: Auth): Promise<Reply> {
  if (outages.isOpen('the database')) await db.query('select 1');
  return json({ version: packageFile.version, name: 'auth', description: 'Accounts and sessions' });
}

/** GET /.well-known/jwks.json: the public keys of our access tokens, never a shared secret. */
export async function jwks({ tokens }: Auth): Promise<Reply> {
  return json({ keys: tokens.publicKeys }, 200, { 'Cache-Control': 'public, max-age=600' });
}
