import { publicEncrypt, constants, createCipheriv, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../../../config/config.ts';
import { protocolSettings } from '../../../config/protocol.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { newEmail, send, sendAsAdmin } from '../../../testing/auth/auth.ts';
import { selfSigned } from '../../../testing/certificate.ts';
import { fragmentOf } from '../../../testing/auth/oauth.ts';
import { createSamlServer } from '../../../testing/auth/saml.ts';

const idp = createSamlServer();
const { privateKey, certificate } = selfSigned('club.example');
let server: TestApp;
beforeAll(async () => {
  const saml = { enabled: true, private_key: privateKey, certificate };
  server = await startTestApp({
    config: ({ protocol, ...config }: Config): Config => {
      const parsed = protocolSettings({ auth: { saml } }).auth.saml;
      return { ...config, protocol: { ...protocol, auth: { ...protocol.auth, saml: parsed } } };
    },
  });
  const body = { type: 'saml', metadata_xml: idp.metadata, domains: ['company.example'] };
  await sendAsAdmin(server, '/admin/sso/providers', { body });
});
afterAll(() => server[Symbol.asyncDispose]());

const path = '/auth/v1/sso/saml/acs';
const within = (content: string) =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion">${idp.entityId}</Issuer>${content}</samlp:Response>`;

/** Posts a response. @returns the error, and the longest block of the event loop in milliseconds */
async function handIn(xml: string, RelayState = '') {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState });
  const response = await server.request(path, { method: 'POST', body: form });
  delay.disable();
  const location = response.headers.get('location');
  const error = location === null ? String(response.status) : fragmentOf(new URL(location))['error_code'];
  return { error, stood: delay.max / 1e6 };
}

const many = (count: number, tag: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => tag(i)).join('');

test.each([
  ['8,000 nested tags', within('<a>'.repeat(6000))],
  ['nested tags that are closed', within('<a>'.repeat(3000) + '</a>'.repeat(3000))],
  ['9,000 siblings', within('<a/>'.repeat(9000))],
  ['4,900 siblings', within('<a/>'.repeat(4900))],
  ['4,000 attributes', within(`<a ${many(4000, (i) => `b${i}="" `)}/>`)],
  ['attributes without a value', within(`<a ${many(6000, (i) => `b${i} `)}/>`)],
  ['namespaces', within(`<a ${many(2000, (i) => `xmlns:b${i}="u" `)}/>`)],
  ['entities', `<!DOCTYPE a [${many(2000, (i) => `<!ENTITY e${i} "x">`)}]>${within('')}`],
  ['comments', within('<!---->'.repeat(4000))],
  ['a comment without an end', within(`<!--${'-'.repeat(40_000)}`)],
  ['nothing but openings', within('<'.repeat(40_000))],
  ['a text without an end', within(`<a b="${'<'.repeat(40_000)}`)],
])('V22: a response with %s is rejected, and the server stays responsive', async (_, xml) => {
  const { error, stood } = await handIn(xml);
  expect(error).toBe('saml_assertion_not_valid');
  expect(stood).toBeLessThan(1000);
});

test('V22: 300 KB are not even read', async () => {
  expect(await handIn(within('<a>'.repeat(100_000)))).toMatchObject({ error: '413' });
});

test('V22: decrypted content is bounded too', async () => {
  const [key, iv] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const inner = '<a/>'.repeat(7000);
  const encrypted = Buffer.concat([
    iv,
    cipher.update(`<x>${inner}</x>`),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const wrapped = publicEncrypt({ key: certificate, padding: constants.RSA_PKCS1_OAEP_PADDING }, key);
  const value = (data: Buffer) =>
    `<xenc:CipherData><xenc:CipherValue>${data.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;
  const xml = within(`<EncryptedAssertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion">
    <xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element">
      <xenc:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"/>
      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey>
        <xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"/>${value(wrapped)}
      </xenc:EncryptedKey></ds:KeyInfo>${value(encrypted)}
    </xenc:EncryptedData></EncryptedAssertion>`);
  const { error, stood } = await handIn(xml);
  expect(error).toBe('saml_assertion_not_valid');
  expect(stood).toBeLessThan(1000);
});

test('V22: after these attacks valid sign-ins still work', async () => {
  const { body } = await send(server, '/sso', {
    body: { domain: 'company.example', skip_http_redirect: true },
  });
  const email = newEmail();
  const form = idp.respond(idp.readRequest(body['url'] as string), {
    nameId: email,
    attributes: { mail: email },
  });
  const response = await server.request(path, { method: 'POST', body: form });
  expect(response.headers.get('location')).toContain('access_token');
});

test('V22: metadata of a provider is bounded too, given or fetched', async () => {
  const endless = createServer((_, response) => {
    response.on('error', () => undefined);
    const write = () => {
      while (!response.destroyed && response.write('<a/>'.repeat(10_000)));
    };
    response.on('drain', write);
    write();
  });
  await once(endless.listen(0, '127.0.0.1'), 'listening');
  const { port } = endless.address() as AddressInfo;
  const bodies = [
    { metadata_xml: '<a>'.repeat(51) },
    { metadata_xml: '<a/>'.repeat(5001) },
    { metadata_url: `http://127.0.0.1:${port}/` },
  ];
  for (const body of bodies) {
    const answer = await sendAsAdmin(server, '/admin/sso/providers', { body: { type: 'saml', ...body } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  }
  endless.closeAllConnections();
  endless.close();
});
