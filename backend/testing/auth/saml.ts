import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { selfSigned } from '../certificate.ts';

/** An identity provider's statements about a person. */
export interface SamlPerson {
  readonly nameId: string;
  readonly format?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** How a test spoils an assertion. */
export interface Spoiling {
  readonly audience?: string;
  readonly recipient?: string;
  readonly inResponseTo?: string | null;
  /** Minutes that the assertion is good for. */
  readonly minutes?: number;
  readonly issuer?: string;
  readonly id?: string;
  /** Changes the text after it was signed. */
  readonly after?: (xml: string) => string;
}

/** An identity provider: it signs what it says with its own key. */
export interface SamlServer {
  readonly entityId: string;
  readonly entryPoint: string;
  readonly metadata: string;
  /** Reads the request that our server sends browsers with. */
  readRequest(url: string): { id: string; issuer: string; acs: string; relayState: string };
  /** The form that the browser posts to us. */
  respond(
    request: { id: string | null; issuer: string; acs: string; relayState: string },
    person: SamlPerson,
    spoiling?: Spoiling,
  ): URLSearchParams;
}

function attribute(xml: string, name: string): string {
  return new RegExp(`${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
}

function statement(attributes: Readonly<Record<string, string>>): string {
  const entries = Object.entries(attributes).map(
    ([name, value]) => `<Attribute Name="${name}"><AttributeValue>${value}</AttributeValue></Attribute>`,
  );
  return entries.length === 0 ? '' : `<AttributeStatement>${entries.join('')}</AttributeStatement>`;
}

function sign(xml: string, id: string, privateKey: string, publicCert: string): string {
  const signature = new SignedXml({
    privateKey,
    publicCert,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signature.addReference({
    xpath: `//*[@ID='${id}']`,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  });
  signature.computeSignature(xml, {
    location: { reference: `//*[@ID='${id}']/*[local-name()='Issuer']`, action: 'after' },
  });
  return signature.getSignedXml();
}

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

/** Makes an identity provider; nobody needs to reach it, since everything goes through the browser. */
export function createSamlServer(entityId = `https://idp.example/${randomUUID()}`): SamlServer {
  const { privateKey, certificate } = selfSigned('idp.example');
  const entryPoint = 'https://idp.example/sso';
  const [, base64 = ''] = /-----\n([\s\S]+)\n-----/.exec(certificate) ?? [];
  return {
    entityId,
    entryPoint,
    metadata: `<?xml version="1.0"?>
      <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
        <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
          <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
            <ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
          <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${entryPoint}"/>
        </md:IDPSSODescriptor>
      </md:EntityDescriptor>`,
    readRequest(url) {
      const { searchParams } = new URL(url);
      const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
      return {
        id: attribute(xml, 'ID'),
        issuer: /Issuer[^>]*>([^<]*)</.exec(xml)?.[1] ?? '',
        acs: attribute(xml, 'AssertionConsumerServiceURL'),
        relayState: searchParams.get('RelayState') ?? '',
      };
    },
    respond(request, { nameId, format = persistent, attributes = {} }, spoiling = {}) {
      const id = spoiling.id ?? `_${randomUUID()}`;
      const issuer = spoiling.issuer ?? entityId;
      const now = Date.now();
      const instant = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
      const end = instant(spoiling.minutes ?? 5);
      const answered = spoiling.inResponseTo === undefined ? request.id : spoiling.inResponseTo;
      const inResponseTo = answered === null ? '' : ` InResponseTo="${answered}"`;
      const recipient = spoiling.recipient ?? request.acs;
      const assertion = `<Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${instant(0)}"><Issuer>${issuer}</Issuer><Subject><NameID Format="${format}">${nameId}</NameID><SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><SubjectConfirmationData Recipient="${recipient}" NotOnOrAfter="${end}"${inResponseTo}/></SubjectConfirmation></Subject><Conditions NotBefore="${instant(-10)}" NotOnOrAfter="${end}"><AudienceRestriction><Audience>${spoiling.audience ?? request.issuer}</Audience></AudienceRestriction></Conditions><AuthnStatement AuthnInstant="${instant(0)}"/>${statement(attributes)}</Assertion>`;
      const signed = sign(assertion, id, privateKey, certificate);
      const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" IssueInstant="${instant(0)}" Destination="${request.acs}"${inResponseTo}><Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${signed}</samlp:Response>`;
      const sent = spoiling.after?.(response) ?? response;
      return new URLSearchParams({
        SAMLResponse: Buffer.from(sent).toString('base64'),
        RelayState: request.relayState,
      });
    },
  };
}
