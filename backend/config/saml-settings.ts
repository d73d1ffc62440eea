import { createPrivateKey, X509Certificate } from 'node:crypto';
import * as v from 'valibot';

function isUsable({ private_key: key, certificate }: { private_key: string; certificate: string }): boolean {
  if (key === '' && certificate === '') return true;
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

/** `[auth.saml]`: signing in with the identity providers of companies. Our own keys: the CLI has none. */
export const samlSettings = v.pipe(
  v.object({
    enabled: v.optional(v.boolean(), false),
    /** In PEM. With both, our requests are signed, and assertions may be encrypted for us. */
    private_key: v.optional(v.string(), ''),
    certificate: v.optional(v.string(), ''),
  }),
  v.check(
    (settings) => !settings.enabled || isUsable(settings),
    '[auth.saml] needs private_key and certificate in PEM, which belong together, or neither',
  ),
);
