import { json, type Reply } from '../../http/reply.ts';
import { knownProviders } from '../domain/providers/registry.ts';
import type { Auth } from '../context.ts';

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
