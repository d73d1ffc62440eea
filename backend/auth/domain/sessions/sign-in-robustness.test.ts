import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { sendAsAdmin } from '../../../testing/auth/auth.ts';
import { signInRoutes } from '../../../testing/auth/auth-routes.ts';
import { configureProviders } from '../../../testing/auth/oauth.ts';
import { startOidcServer, type OidcServer } from '../../../testing/auth/oidc.ts';
import { createSamlServer } from '../../../testing/auth/saml.ts';

const idp = createSamlServer();
let oidc: OidcServer;
let server: TestApp;
let tokens: string[];
let states: string[];

beforeAll(async () => {
  oidc = await startOidcServer('http://127.0.0.1:8000/auth/v1/callback');
  const generous = 1e6;
  server = await startTestApp({
    config: (loaded) => {
      const { protocol, ...config } = configureProviders(oidc)(loaded);
      const { auth } = protocol;
      const rate_limit = { ...auth.rate_limit, sign_in_sign_ups: generous, token_refresh: generous };
      const saml = { ...auth.saml, enabled: true };
      return { ...config, protocol: { ...protocol, auth: { ...auth, rate_limit, saml } } };
    },
  });
  tokens = [server.as('nora').token, server.context.config.keys.secret, 'a.b.c'];
  const body = { type: 'saml', metadata_xml: idp.metadata, domains: ['company.example'] };
  const { body: provider } = await sendAsAdmin(server, '/admin/sso/providers', { body });
  states = [String(provider['id']), '00000000-0000-4000-8000-000000000000'];
  for (let count = 0; count < 50; count += 1) {
    const response = await server.request('/auth/v1/authorize?provider=google');
    states.push(new URL(response.headers.get('location')!).searchParams.get('state')!);
  }
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await oidc[Symbol.asyncDispose]();
});

const keys = [
  'provider',
  'redirect_to',
  'scopes',
  'code_challenge',
  'code_challenge_method',
  'state',
  'code',
  'iss',
  'error',
  'error_description',
  'user',
  'id_token',
  'access_token',
  'nonce',
  'client_id',
  'issuer',
  'link_identity',
  'provider_id',
  'domain',
  'skip_http_redirect',
  'SAMLResponse',
  'RelayState',
  'type',
  'metadata_xml',
  'metadata_url',
  'domains',
  'attribute_mapping',
  'resource_id',
  'name_id_format',
  'prompt',
];
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'google',
    'company',
    'saml',
    's256',
    'true',
    'company.example',
    'a'.repeat(43),
    '\0',
    '\ud800',
    '%00',
    '{}',
    '../..',
    'x'.repeat(5000),
    '<a/>',
    idp.metadata,
    Buffer.from('<a/>').toString('base64'),
    'eyJhbGciOiJub25lIn0.e30.',
    'http://127.0.0.1:8000/\r\nx: y',
    'https://a.club.example/é?q=1#f',
    'club://back',
    'http://[',
  ),
  fc.nat({ max: 51 }).map((index) => `state ${index}`),
);
const value = fc.oneof({ weight: 4, arbitrary: text }, fc.jsonValue({ maxDepth: 3 }), fc.boolean());
const request = fc.record({
  route: fc.constantFrom(...signInRoutes),
  id: text,
  query: fc.dictionary(fc.constantFrom(...keys), text, { maxKeys: 6 }),
  fields: fc.dictionary(fc.oneof(fc.constantFrom(...keys), text), value, { maxKeys: 8 }),
  form: fc.boolean(),
  token: fc.nat({ max: 2 }),
  headers: fc.dictionary(
    fc.constantFrom('x-supabase-api-version', 'accept-language', 'referer', 'redirect_to', 'content-type'),
    fc.stringMatching(/^[\x21-\x7e\xa0-\xff]{0,40}$/),
  ),
});
type Case = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

/** A state or provider that exists, in place of its number. */
function known(input: string): string {
  const index = /^state (\d+)$/.exec(input)?.[1];
  return (index === undefined ? input : states[Number(index)]!).toWellFormed();
}

/** As a form would send it: text. `String` throws for objects with an own `toString` that is no function. */
const formValue = (entry: unknown): string =>
  typeof entry === 'object' ? JSON.stringify(entry) : String(entry);

async function ask({ route, id, query, fields, form, token, headers }: Case): Promise<Response> {
  const [method, template] = route;
  const url = new URL(`http://localhost/auth/v1${template.replace(':id', encodeURIComponent(known(id)))}`);
  for (const [name, entry] of Object.entries(query)) url.searchParams.append(name, known(entry));
  const entries = Object.entries(fields).map(([name, entry]) => [
    name.toWellFormed(),
    typeof entry === 'string' ? known(entry) : entry,
  ]);
  const asForm = form || /callback|acs/.test(template);
  const body = asForm
    ? new URLSearchParams(Object.fromEntries(entries.map(([name, entry]) => [name, formValue(entry)])))
    : JSON.stringify(Object.fromEntries(entries));
  return server.request(url.pathname + url.search, {
    method,
    headers: { ...headers, authorization: `Bearer ${tokens[token]}` },
    ...(method !== 'GET' && { body }),
  });
}

test('no malformed request gets a 5xx or an open redirect', async () => {
  const allowed = ['http://127.0.0.1:8000', oidc.issuer, 'https://idp.example', 'https://a.club.example'];
  await fc.assert(
    fc.asyncProperty(request, async (input) => {
      const response = await ask(input);
      const answer = await response.text();
      expect(response.status, answer).toBeLessThan(500);
      const location = response.headers.get('location');
      if (location !== null) {
        expect(allowed).toContain(new URL(location).origin);
        // A redirect would report a defect of the server in this way.
        expect(location).not.toMatch(/unexpected_failure(?!.*Unable)/);
      } else if (response.status >= 400) expect(answer).toMatch(/^\{"(code|error)"/);
    }),
    { numRuns: 1500 },
  );
}, 60_000);
