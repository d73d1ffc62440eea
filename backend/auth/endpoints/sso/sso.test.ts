import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../../../config/config.ts';
import { protocolSettings } from '../../../config/protocol.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { createClient, newEmail, send, sendAsAdmin, signUp } from '../../../testing/auth/auth.ts';
import { selfSigned } from '../../../testing/certificate.ts';
import { fragmentOf } from '../../../testing/auth/oauth.ts';
import { createSamlServer, type SamlPerson, type Spoiling } from '../../../testing/auth/saml.ts';

const acs = 'http://127.0.0.1:8000/auth/v1/sso/saml/acs';
const metadata = 'http://127.0.0.1:8000/auth/v1/sso/saml/metadata';

function withSaml(saml: Record<string, unknown>) {
  return ({ protocol, ...config }: Config): Config => {
    const parsed = protocolSettings({ auth: { saml } }).auth.saml;
    return { ...config, protocol: { ...protocol, auth: { ...protocol.auth, saml: parsed } } };
  };
}

const idp = createSamlServer();
let server: TestApp;
let providerId: string;
beforeAll(async () => {
  server = await startTestApp({ config: withSaml({ enabled: true }) });
  const attribute_mapping = {
    keys: { email: { name: 'mail' }, team: { names: ['group', 'team'], default: 'none' } },
  };
  const body = {
    type: 'saml',
    metadata_xml: idp.metadata,
    domains: ['company.example', 'Club.example'],
    attribute_mapping,
  };
  const created = await sendAsAdmin(server, '/admin/sso/providers', { body });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  providerId = created.body['id'] as string;
});
afterAll(() => server[Symbol.asyncDispose]());

const person = (): SamlPerson => ({ nameId: newEmail(), attributes: { mail: newEmail(), team: 'airport' } });

async function requestAt(body: Record<string, unknown> = { domain: 'company.example' }) {
  const answer = await send(server, '/sso', { body: { skip_http_redirect: true, ...body } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return idp.readRequest(answer.body['url'] as string);
}

async function post(form: URLSearchParams): Promise<URL> {
  const response = await server.request('/auth/v1/sso/saml/acs', { method: 'POST', body: form });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location')!);
}

async function enter(who: SamlPerson, spoiling?: Spoiling): Promise<URL> {
  return post(idp.respond(await requestAt(), who, spoiling));
}

async function userOf(end: URL) {
  const { access_token: token } = fragmentOf(end);
  return (await send(server, '/user', { token: token! })).body;
}

test('the official client gets the address of the domain’s identity provider', async () => {
  const { data, error } = await createClient(server).signInWithSSO({ domain: 'club.example' });
  expect(error).toBeNull();
  expect(data!.url).toMatch('https://idp.example/sso?SAMLRequest=');
  expect(idp.readRequest(data!.url)).toMatchObject({ issuer: metadata, acs });
  const redirect = await server.request('/auth/v1/sso', {
    method: 'POST',
    body: JSON.stringify({ provider_id: providerId }),
  });
  expect([redirect.status, redirect.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('SAMLRequest='),
  ]);
});

test('a valid response starts a session of a separate account', async () => {
  const who = person();
  const end = await enter(who);
  const user = await userOf(end);
  expect(user).toMatchObject({
    email: who.attributes!['mail'],
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: `sso:${providerId}`, providers: [`sso:${providerId}`] },
    user_metadata: {
      iss: idp.entityId,
      sub: who.nameId,
      email_verified: true,
      custom_claims: { team: 'airport' },
    },
  });
  const claims = JSON.parse(
    Buffer.from(fragmentOf(end)['access_token']!.split('.')[1]!, 'base64url').toString(),
  );
  expect(claims.amr).toMatchObject([{ method: 'sso/saml', provider: providerId }]);
  expect((await userOf(await enter(who)))['id']).toBe(user['id']);
});

test('an account with the same address stays separate', async () => {
  const session = await signUp(server);
  const user = await userOf(await enter({ nameId: newEmail(), attributes: { mail: session.user.email! } }));
  expect(user['email']).toBe(session.user.email);
  expect(user['id']).not.toBe(session.user.id);
});

/** The signed assertion of a response, and a copy of it without a signature that claims something else. */
function assertionsIn(xml: string) {
  const signed = /<Assertion [\s\S]*<\/Assertion>/.exec(xml)![0];
  const forged = signed.replace(/<Signature[\s\S]*<\/Signature>/, '').replace('>airport<', '>admins<');
  return { signed, forged, renamed: forged.replace(/ID="[^"]*"/, 'ID="_forged"') };
}

/** A response whose signed assertion is replaced. */
const replaced =
  (by: (assertions: ReturnType<typeof assertionsIn>) => string) =>
  (xml: string): string =>
    xml.replace(assertionsIn(xml).signed, () => by(assertionsIn(xml)));

test.each<[string, (xml: string) => string]>([
  ['before the signed one', replaced(({ signed, renamed }) => renamed + signed)],
  ['after the signed one', replaced(({ signed, renamed }) => signed + renamed)],
  ['around it', replaced(({ signed, renamed }) => renamed.replace('</Assertion>', `${signed}</Assertion>`))],
  [
    'beside an extension that holds it',
    replaced(({ signed, renamed }) => `<samlp:Extensions>${signed}</samlp:Extensions>${renamed}`),
  ],
  ['before it, with its id', replaced(({ signed, forged }) => forged + signed)],
])('a forged assertion %s gives nothing that was not signed', async (_, after) => {
  const end = await enter(person(), { after });
  if ('access_token' in fragmentOf(end))
    expect(await userOf(end)).toMatchObject({ user_metadata: { custom_claims: { team: 'airport' } } });
  else expect(fragmentOf(end)).toMatchObject({ error_code: 'saml_assertion_not_valid' });
});

test('a comment, which no signature covers, cuts no value', async () => {
  const after = (xml: string): string =>
    xml.replace('>airport<', '>air<!-- -->port<').replace('@', '<!-- -->@');
  const end = await enter(person(), { after });
  if ('access_token' in fragmentOf(end))
    expect(await userOf(end)).toMatchObject({ user_metadata: { custom_claims: { team: 'airport' } } });
  else expect(fragmentOf(end)).toMatchObject({ error_code: 'saml_assertion_not_valid' });
});

test.each<[string, Spoiling]>([
  ['changed after it was signed', { after: (xml) => xml.replace('>airport<', '>admins<') }],
  ['for another service', { audience: 'https://other.example' }],
  ['for another address', { recipient: 'https://other.example/acs' }],
  ['to another request', { inResponseTo: '_another' }],
  ['to no request', { inResponseTo: null }],
  ['too old', { minutes: -5 }],
  ['of another issuer', { issuer: 'https://evil.example' }],
  ['without a signature', { after: (xml) => xml.replace(/<Signature[\s\S]*<\/Signature>/, '') }],
  ['not XML', { after: () => '<no' }],
])('an assertion %s is rejected', async (_, spoiling) => {
  const end = await enter(person(), spoiling);
  expect(end.origin).toBe('http://127.0.0.1:8000');
  expect(fragmentOf(end)).toMatchObject({ error_code: 'saml_assertion_not_valid' });
});

test('an assertion with a foreign signature is rejected', async () => {
  const other = createSamlServer(idp.entityId);
  const end = await post(other.respond(await requestAt(), person()));
  expect(fragmentOf(end)).toMatchObject({ error_code: 'saml_assertion_not_valid' });
});

test('an answer counts once, and not after five minutes', async () => {
  const form = idp.respond(await requestAt(), person());
  expect(fragmentOf(await post(form))).toHaveProperty('access_token');
  expect(fragmentOf(await post(form))).toMatchObject({ error_code: 'saml_relay_state_not_found' });
  const late = idp.respond(await requestAt(), person());
  await server.context.db.query(
    `update auth.saml_relay_states set created_at = now() - interval '6 minutes'`,
  );
  expect(fragmentOf(await post(late))).toMatchObject({ error_code: 'saml_relay_state_expired' });
});

test('the identity provider may begin, once with each assertion', async () => {
  const unasked = { id: null, issuer: metadata, acs, relayState: 'http://127.0.0.1:8000/welcome' };
  const form = idp.respond(unasked, person());
  const end = await post(form);
  expect([end.pathname, fragmentOf(end)['token_type']]).toEqual(['/welcome', 'bearer']);
  expect(fragmentOf(await post(form))).toMatchObject({ error_code: 'saml_assertion_not_valid' });
  const stranger = createSamlServer();
  expect(fragmentOf(await post(stranger.respond(unasked, person())))).toMatchObject({
    error_code: 'saml_idp_not_found',
  });
});

test('with PKCE the app gets a code', async () => {
  const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' };
  const request = await requestAt({
    provider_id: providerId,
    redirect_to: 'http://127.0.0.1:8000/in',
    ...challenge,
  });
  const end = await post(idp.respond(request, person()));
  expect([end.pathname, end.searchParams.get('code')]).toEqual(['/in', expect.any(String)]);
});

test('SSO users cannot change address and password, but the rest', async () => {
  const { access_token: token } = fragmentOf(await enter(person()));
  const put = (body: unknown) => send(server, '/user', { method: 'PUT', token: token!, body });
  expect((await put({ email: newEmail() })).body['error_code']).toBe('user_sso_managed');
  expect((await put({ password: 'cordón umbral 7 Faro' })).body['error_code']).toBe('user_sso_managed');
  expect((await put({ data: { name: 'Rosa' } })).status).toBe(200);
});

test('no address, no account', async () => {
  const end = await enter({ nameId: 'rosa', attributes: {} });
  expect(fragmentOf(end)).toMatchObject({ error_code: 'saml_assertion_no_email' });
});

test.each([
  [{}, 400, 'validation_failed'],
  [{ domain: 'a', provider_id: 'b' }, 400, 'validation_failed'],
  [{ provider_id: 'x' }, 400, 'validation_failed'],
  [{ domain: 'nobody.example' }, 404, 'sso_provider_not_found'],
  [{ provider_id: '00000000-0000-4000-8000-000000000000' }, 404, 'sso_provider_not_found'],
])('POST /sso %j is rejected with %i %s', async (body, status, code) => {
  const answer = await send(server, '/sso', { body });
  expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
});

test('our metadata contain the address for assertions', async () => {
  const response = await server.request('/auth/v1/sso/saml/metadata?download=true');
  const xml = await response.text();
  expect(response.headers.get('content-disposition')).toContain('metadata.xml');
  expect(xml).toContain(`entityID="${metadata}"`);
  expect(xml).toContain(`Location="${acs}"`);
});

test('with a key our requests are signed', async () => {
  const { privateKey: private_key, certificate } = selfSigned('club.example');
  await using signing = await startTestApp({ config: withSaml({ enabled: true, private_key, certificate }) });
  expect(await (await signing.request('/auth/v1/sso/saml/metadata')).text()).toContain(
    'AuthnRequestsSigned="true"',
  );
  const body = { type: 'saml', metadata_xml: idp.metadata, domains: ['company.example'] };
  await sendAsAdmin(signing, '/admin/sso/providers', { body });
  const { data } = await createClient(signing).signInWithSSO({ domain: 'company.example' });
  expect(new URL(data!.url).searchParams.get('SigAlg')).toContain('rsa-sha256');
});

test('all endpoints are off by default', async () => {
  await using off = await startTestApp();
  for (const [method, path] of [
    ['POST', '/sso'],
    ['GET', '/sso/saml/metadata'],
    ['POST', '/sso/saml/acs'],
    ['GET', '/admin/sso/providers'],
    ['POST', '/admin/sso/providers'],
    ['DELETE', '/admin/sso/providers/x'],
  ] as const)
    expect(await send(off, path, { method, ...(method === 'POST' && { body: 'x' }) })).toMatchObject({
      status: 404,
      body: { error_code: 'saml_provider_disabled', msg: 'SAML 2.0 is disabled' },
    });
});
