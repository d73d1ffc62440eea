import type { CacheProvider, SamlConfig } from '@node-saml/node-saml';
import type { Auth } from '../services.ts';
import { AuthError } from '../errors.ts';
import { clockSkew } from './assertion.ts';
import { readMetadata } from './identity-provider.ts';
import type { SsoProvider } from './providers.ts';
import { relayLifetime } from './relay-states.ts';

/** No assertion is good for longer after it was made, whatever it says. */
const maxAssertionAge = 60 * 60_000;

/** @throws AuthError saml_provider_disabled, before anything else is looked at */
export function requireSaml(auth: Auth): void {
  if (!auth.settings.saml.enabled) throw new AuthError('saml_provider_disabled');
}

export function metadataUrl(auth: Auth): string {
  return `${auth.config.publicUrl}/auth/v1/sso/saml/metadata`;
}

export function assertionConsumerUrl(auth: Auth): string {
  return `${auth.config.publicUrl}/auth/v1/sso/saml/acs`;
}

/** What our requests, our metadata and our checks have in common. */
function commonOptions(auth: Auth): Pick<SamlConfig, 'issuer' | 'callbackUrl'> & Partial<SamlConfig> {
  const { private_key: privateKey, certificate } = auth.settings.saml;
  return {
    issuer: metadataUrl(auth),
    callbackUrl: assertionConsumerUrl(auth),
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    signatureAlgorithm: 'sha256',
    disableRequestedAuthnContext: true,
    ...(privateKey !== '' && { privateKey, publicCert: certificate, decryptionPvk: privateKey }),
  };
}

/** Knows one request: the one that the answer must be to. */
function onlyRequest(requestId: string | undefined): CacheProvider {
  const known = async (key: string | null) =>
    key !== null && key === requestId ? new Date().toISOString() : null;
  return {
    saveAsync: async () => null,
    getAsync: known,
    removeAsync: known,
  };
}

/**
 * Our side of a connection with an identity provider.
 * @param requestId the id of the request that is made, or that an answer is to; undefined when the provider began
 */
export async function serviceProvider(auth: Auth, provider: SsoProvider, requestId: string | undefined) {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  const { entryPoint, certificates } = await readMetadata(provider.saml.metadata_xml);
  return new SAML({
    ...commonOptions(auth),
    entryPoint,
    idpCert: [...certificates],
    identifierFormat: provider.saml.name_id_format,
    acceptedClockSkewMs: clockSkew,
    maxAssertionAgeMs: maxAssertionAge,
    // Without a request a response must not claim to answer one.
    validateInResponseTo:
      requestId === undefined ? ValidateInResponseTo.ifPresent : ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: relayLifetime,
    cacheProvider: onlyRequest(requestId),
    generateUniqueId: () => requestId ?? '',
  });
}

/** Our own metadata, for the administrator of an identity provider. */
export async function ownMetadata(auth: Auth): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
  const { certificate } = auth.settings.saml;
  return generateServiceProviderMetadata({
    ...commonOptions(auth),
    identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    generateUniqueId: () => `_${auth.config.keys.publishable.replace(/\W/g, '')}`,
    ...(certificate !== '' && { publicCerts: certificate, decryptionCert: certificate }),
  });
}
