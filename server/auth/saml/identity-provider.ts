import { X509Certificate } from 'node:crypto';
import { AuthError, invalid } from '../errors.ts';

/** What a SAML identity provider publishes about itself, as far as we need it. */
export interface IdentityProvider {
  readonly entityId: string;
  /** Where people sign in, by the HTTP-Redirect binding. */
  readonly entryPoint: string;
  /** In PEM; a signature of any of them is good. */
  readonly certificates: readonly string[];
}

const maxMetadata = 256 * 1024;
const fetchTimeout = 10_000;
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

function pem(base64: string): string | undefined {
  const lines = base64.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
  const text = `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
  try {
    return new X509Certificate(text).toString();
  } catch {
    return undefined;
  }
}

/** The XML library is large and serves SAML alone: it is loaded when the first one needs it. */
async function loadXml() {
  return import('@node-saml/node-saml/lib/xml.js');
}

/**
 * Reads the metadata of an identity provider.
 * @throws AuthError validation_failed with what is missing
 */
export async function readMetadata(xml: string): Promise<IdentityProvider> {
  if (Buffer.byteLength(xml) > maxMetadata) throw invalid('SAML Metadata XML is too large');
  const { parseDomFromString, xpath } = await loadXml();
  const root = await parseDomFromString(xml).catch((error: Error) => {
    throw invalid(`SAML Metadata could not be parsed: ${error.message.slice(0, 200)}`);
  });
  const sso = `/*[local-name()='EntityDescriptor']/*[local-name()='IDPSSODescriptor']`;
  const attribute = (path: string) => xpath.selectAttributes(root, path)[0]?.value.trim() ?? '';
  const entityId = attribute(`/*[local-name()='EntityDescriptor']/@entityID`);
  if (entityId === '') throw invalid('SAML Metadata does not contain an EntityID');
  const service = `${sso}/*[local-name()='SingleSignOnService']`;
  const entryPoint = attribute(`${service}[@Binding='${redirectBinding}']/@Location`);
  if (!/^https?:/.test(entryPoint) || !URL.canParse(entryPoint))
    throw invalid('SAML Metadata does not contain a SingleSignOnService with the HTTP-Redirect binding');
  const keys = `${sso}/*[local-name()='KeyDescriptor'][not(@use) or @use='signing']//*[local-name()='X509Certificate']`;
  const certificates = xpath
    .selectElements(root, keys)
    .flatMap((element) => pem(element.textContent ?? '') ?? []);
  if (certificates.length === 0) throw invalid('SAML Metadata does not contain a usable signing certificate');
  return { entityId, entryPoint, certificates };
}

/**
 * Fetches the metadata that an administrator names by its address.
 * @throws AuthError validation_failed, saml_metadata_fetch_failed
 */
export async function fetchMetadata(address: string): Promise<string> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const local = url !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol !== 'https:' && !(local && url.protocol === 'http:'))
    throw invalid('metadata_url is not a valid HTTPS URL');
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(fetchTimeout) });
    if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    if (Number(response.headers.get('content-length') ?? 0) > maxMetadata) throw new Error('too large');
    return await response.text();
  } catch (error) {
    throw new AuthError('saml_metadata_fetch_failed', {
      message: `Unable to fetch metadata from “${url.href.slice(0, 200)}”: ${(error as Error).message}`,
    });
  }
}

/** The entity id that a response claims to be from; undefined when there is none. Nothing of it is verified. */
export async function claimedIssuer(encoded: string): Promise<string | undefined> {
  const { parseDomFromString, xpath } = await loadXml();
  try {
    const root = await parseDomFromString(Buffer.from(encoded, 'base64').toString('utf8'));
    const path = `/*[local-name()='Response']/*[local-name()='Issuer']`;
    return xpath.selectElements(root, path)[0]?.textContent?.trim();
  } catch {
    return undefined;
  }
}
