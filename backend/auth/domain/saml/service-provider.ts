import type { SamlConfig } from '@node-saml/node-saml';
import type { Auth } from '../../context.ts';
import { AuthError } from '../../errors.ts';
import { clockSkewMs } from './assertion.ts';
import { metadataOf } from './identity-provider.ts';
import type { SsoConnection } from '../../store/connections.ts';
import { relayLifetimeMs } from '../../store/relay-states.ts';

/** Older assertions are not valid, whatever their own times say. */
const maxAssertionAgeMs = 60 * 60_000;

/** @throws AuthError saml_provider_disabled */
export function requireSaml(auth: Pick<Auth, 'settings'>): void {
  if (!auth.settings.saml.enabled) throw new AuthError('saml_provider_disabled');
}

export function assertionConsumerUrl(auth: Pick<Auth, 'config'>): string {
  return `${auth.config.publicUrl}/auth/v1/sso/saml/acs`;
}

/** Options for our requests, our metadata and our checks. */
function commonOptions(
  auth: Pick<Auth, 'config' | 'settings'>,
): Pick<SamlConfig, 'issuer' | 'callbackUrl'> & Partial<SamlConfig> {
  const { private_key: privateKey, certificate } = auth.settings.saml;
  return {
    issuer: `${auth.config.publicUrl}/auth/v1/sso/saml/metadata`,
    callbackUrl: assertionConsumerUrl(auth),
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    signatureAlgorithm: 'sha256',
    disableRequestedAuthnContext: true,
    ...(privateKey !== '' && { privateKey, publicCert: certificate, decryptionPvk: privateKey }),
  };
}

/** The library's options to check responses of an identity provider, as plain data. */
export async function responseOptions(
  auth: Pick<Auth, 'config' | 'settings'>,
  provider: SsoConnection,
): Promise<SamlConfig> {
  const { entryPoint, certificates } = await metadataOf(provider);
  return {
    ...commonOptions(auth),
    entryPoint,
    idpCert: [...certificates],
    identifierFormat: provider.saml.name_id_format,
    acceptedClockSkewMs: clockSkewMs,
    maxAssertionAgeMs: maxAssertionAgeMs,
    requestIdExpirationPeriodMs: relayLifetimeMs,
  };
}

/** The address of an identity provider with our request. */
export async function requestUrl(
  auth: Pick<Auth, 'config' | 'settings'>,
  provider: SsoConnection,
  { id, relayState }: { readonly id: string; readonly relayState: string },
): Promise<string> {
  const { SAML } = await import('@node-saml/node-saml');
  const nothing = async () => null;
  const saml = new SAML({
    ...(await responseOptions(auth, provider)),
    generateUniqueId: () => id,
    cacheProvider: { saveAsync: nothing, getAsync: nothing, removeAsync: nothing },
  });
  return saml.getAuthorizeUrlAsync(relayState, undefined, {});
}

/** Our own metadata, for the administrator of an identity provider. */
export async function ownMetadata(auth: Pick<Auth, 'config' | 'settings'>): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
  const { certificate } = auth.settings.saml;
  return generateServiceProviderMetadata({
    ...commonOptions(auth),
    identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    generateUniqueId: () => `_${auth.config.keys.publishable.replace(/\W/g, '')}`,
    ...(certificate !== '' && { publicCerts: certificate, decryptionCert: certificate }),
  });
}
