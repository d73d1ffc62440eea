import { X509Certificate } from 'node:crypto';
import { SAML, ValidateInResponseTo, type SamlConfig } from '@node-saml/node-saml';
import { parseDomFromString, xpath } from '@node-saml/node-saml/lib/xml.js';

/** The part of the metadata of a SAML identity provider that we need. */
export interface IdentityProvider {
  readonly entityId: string;
  /** The sign-in address of the HTTP-Redirect binding. */
  readonly entryPoint: string;
  /** In PEM; any of them may sign. */
  readonly certificates: readonly string[];
}

/** The assertion of a verified response as the library parses XML (elements are lists), and its main values. */
export interface VerifiedResponse {
  readonly issuer: string;
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly assertion: unknown;
}

/** A response to verify. */
interface ResponseCheck {
  /** In Base64, as posted. */
  readonly response: string;
  /** The id of the request; undefined when the identity provider began. */
  readonly requestId: string | undefined;
  /** Plain data, since it is sent to the worker. */
  readonly options: SamlConfig;
}

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

async function metadata(xml: string): Promise<IdentityProvider> {
  const root = await parseDomFromString(xml).catch((error: Error) => {
    throw new Error(`SAML Metadata could not be parsed: ${error.message.slice(0, 200)}`);
  });
  const sso = `/*[local-name()='EntityDescriptor']/*[local-name()='IDPSSODescriptor']`;
  const attribute = (path: string) => xpath.selectAttributes(root, path)[0]?.value.trim() ?? '';
  const entityId = attribute(`/*[local-name()='EntityDescriptor']/@entityID`);
  if (entityId === '') throw new Error('SAML Metadata does not contain an EntityID');
  const service = `${sso}/*[local-name()='SingleSignOnService']`;
  const entryPoint = attribute(`${service}[@Binding='${redirectBinding}']/@Location`);
  if (!/^https?:/.test(entryPoint) || !URL.canParse(entryPoint))
    throw new Error('SAML Metadata does not contain a SingleSignOnService with the HTTP-Redirect binding');
  const keys = `${sso}/*[local-name()='KeyDescriptor'][not(@use) or @use='signing']//*[local-name()='X509Certificate']`;
  const certificates = xpath
    .selectElements(root, keys)
    .flatMap((element) => pem(element.textContent ?? '') ?? []);
  if (certificates.length === 0)
    throw new Error('SAML Metadata does not contain a usable signing certificate');
  return { entityId, entryPoint, certificates };
}

/** The unverified issuer of a response; empty when it names none. */
async function issuer(encoded: string): Promise<string> {
  const root = await parseDomFromString(Buffer.from(encoded, 'base64').toString('utf8'));
  const path = `/*[local-name()='Response']/*[local-name()='Issuer']`;
  return xpath.selectElements(root, path)[0]?.textContent?.trim() ?? '';
}

async function response({ response: encoded, requestId, options }: ResponseCheck): Promise<VerifiedResponse> {
  // The cache has one request: the one that the response must answer.
  const known = async (key: string | null) =>
    key !== null && key === requestId ? new Date().toISOString() : null;
  const saml = new SAML({
    ...options,
    // An unsolicited response must not name a request.
    validateInResponseTo:
      requestId === undefined ? ValidateInResponseTo.ifPresent : ValidateInResponseTo.always,
    cacheProvider: { saveAsync: async () => null, getAsync: known, removeAsync: known },
  });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded });
  if (!profile) throw new Error('nobody has signed in');
  const { attributes } = profile;
  return {
    issuer: profile.issuer,
    nameId: typeof profile.nameID === 'string' ? profile.nameID.trim() : '',
    nameIdFormat: profile.nameIDFormat ?? '',
    attributes: typeof attributes === 'object' && attributes !== null ? { ...attributes } : {},
    assertion: profile.getAssertion?.(),
  };
}

/** The work on untrusted XML, which runs in a worker. All results are plain data. */
export const xmlTasks = { metadata, issuer, response };
export type XmlTasks = typeof xmlTasks;
