import { AuthError, invalid } from '../../errors.ts';
import { boundedFetch } from '../providers/bounded-fetch.ts';
import { isLoopback, publicFetch } from '../providers/public-address.ts';
import type { Auth } from '../../context.ts';
import type { SsoConnection } from '../../store/connections.ts';
import type { IdentityProvider } from './xml-tasks.ts';
import { checkXmlShape, runXmlTask, XmlError } from './untrusted-xml.ts';

const maxMetadataBytes = 256 * 1024;
/** The number of cached parsed metadata documents. */
const maxParsed = 100;

/** Parses the metadata of an identity provider. @throws AuthError validation_failed with the missing part */
export async function readMetadata(xml: string): Promise<IdentityProvider> {
  if (Buffer.byteLength(xml) > maxMetadataBytes) throw invalid('SAML Metadata XML is too large');
  try {
    checkXmlShape(xml);
    return await runXmlTask('metadata', xml);
  } catch (error) {
    throw error instanceof XmlError ? invalid(error.message) : error;
  }
}

const parsed = new Map<string, Promise<IdentityProvider>>();

/** As `readMetadata` for a stored connection, cached until it changes: every sign-in needs it. */
export function metadataOf({ id, updated_at, saml }: SsoConnection): Promise<IdentityProvider> {
  const key = `${id} ${updated_at}`;
  const known = parsed.get(key);
  if (known) return known;
  const [oldest] = parsed.keys();
  if (parsed.size >= maxParsed && oldest !== undefined) parsed.delete(oldest);
  const reading = readMetadata(saml.metadata_xml);
  parsed.set(key, reading);
  reading.catch(() => parsed.delete(key));
  return reading;
}

/**
 * Fetches metadata from an administrator's address: of the public internet, or of this machine while the installation's
 * own address is. Metadata from elsewhere can be given as `metadata_xml`.
 * @throws AuthError validation_failed, saml_metadata_fetch_failed
 */
export async function fetchMetadata({ config }: Pick<Auth, 'config'>, address: string): Promise<string> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isLocal = url !== undefined && isLoopback(url) && isLoopback(new URL(config.publicUrl));
  if (url?.protocol !== 'https:' && !(isLocal && url.protocol === 'http:'))
    throw invalid('metadata_url is not a valid HTTPS URL');
  try {
    const response = await (isLocal ? boundedFetch : publicFetch)(url);
    if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    return await response.text();
  } catch (error) {
    throw new AuthError('saml_metadata_fetch_failed', {
      message: `Unable to fetch metadata from “${url.href.slice(0, 200)}”: ${(error as Error).message}`,
    });
  }
}
