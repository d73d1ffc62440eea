import type { Config } from '../../../config/config.ts';
import { knownIssuers } from '../../../config/external-providers.ts';
import { createFacebookProvider } from './facebook.ts';
import { createOidcProvider } from './oidc.ts';
import type { ExternalProvider } from './provider.ts';

/** The providers of upstream's GET /settings. */
export const knownProviders: readonly string[] = [
  ...new Set([
    ...Object.keys(knownIssuers),
    'azure',
    'bitbucket',
    'discord',
    'figma',
    'fly',
    'github',
    'kakao',
    'keycloak',
    'linkedin',
    'notion',
    'slack',
    'snapchat',
    'spotify',
    'twitch',
    'twitter',
    'workos',
    'x',
    'zoom',
  ]),
].sort();

/** The default redirect URI. */
export function callbackUrl(publicUrl: string): string {
  return `${publicUrl}/auth/v1/callback`;
}

/** Creates the enabled providers of `[auth.external]`, without connecting to them. */
export function createProviders({ protocol, publicUrl }: Config): ReadonlyMap<string, ExternalProvider> {
  const providers = new Map<string, ExternalProvider>();
  for (const [name, settings] of Object.entries(protocol.auth.external)) {
    if (!settings.enabled) continue;
    const callback = settings.redirect_uri || callbackUrl(publicUrl);
    providers.set(
      name,
      name === 'facebook'
        ? createFacebookProvider(settings, callback)
        : createOidcProvider(name, settings, callback),
    );
  }
  return providers;
}
