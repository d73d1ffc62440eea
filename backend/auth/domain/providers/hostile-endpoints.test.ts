import { exportJWK } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { send } from '../../../testing/auth/auth.ts';
import {
  hostileSignIns,
  inJson,
  startHostileIssuer,
  type Answer,
  type AnswerCode,
  type Claims,
  type HostileIssuer,
  type MakeToken,
} from '../../../testing/auth/hostile-issuer.ts';
import { configureProviders } from '../../../testing/auth/oauth.ts';
import { fetchTimeoutMs } from './bounded-fetch.ts';

let hostile: HostileIssuer;
let server: TestApp;
let signIns: ReturnType<typeof hostileSignIns>;
const page: Answer = (response) => response.setHeader('content-type', 'text/html').end('<p>Hello');
const large: Answer = (response) => inJson({ large: 'x'.repeat(10_000_000) })(response);
const endless: Answer = (response) => {
  const write = () => {
    while (!response.destroyed && response.write('x'.repeat(16 * 1024)));
  };
  response.on('drain', write);
  write();
};
const redirecting: Answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
const failing: Answer = (response) => response.writeHead(500).end('{"error":"x"}');

/** Discovery documents, by the name of their provider. */
const documents: Readonly<Record<string, (name: string) => Answer>> = {
  another_issuer: () => inJson(hostile.metadata('')),
  no_issuer: (name) => inJson(hostile.metadata(name, { issuer: undefined })),
  nothing: () => inJson(null),
  a_page: () => page,
  too_large: () => large,
  without_end: () => endless,
  a_redirect: () => redirecting,
  a_failure: () => failing,
  no_keys: (name) => inJson(hostile.metadata(name, { jwks_uri: undefined })),
  keys_at_a_number: (name) => inJson(hostile.metadata(name, { jwks_uri: 5 })),
  no_sign_in: (name) => inJson(hostile.metadata(name, { authorization_endpoint: undefined })),
  a_script: (name) => inJson(hostile.metadata(name, { authorization_endpoint: 'javascript:alert(1)' })),
};
/** Where the keys of a provider are, by its name. */
const keySets: Readonly<Record<string, Answer>> = {
  keys_as_a_page: page,
  keys_of_nothing: inJson(null),
  keys_without_end: endless,
  keys_elsewhere: redirecting,
};

/** Signs in at an issuer that never answers, and at one that does by drips. */
async function awaitSlowIssuers() {
  const silent: Answer = () => undefined;
  const dripping: Answer = (response) => {
    const drops = setInterval(() => response.write(' '), 1000);
    response.writeHead(200, { 'content-type': 'application/json' }).on('close', () => clearInterval(drops));
  };
  const started = Date.now();
  const ends = await Promise.all([silent, dripping].map((answer) => signIns.byCode(() => answer)));
  return { ends, tookMs: Date.now() - started };
}
/** Begun before the other tests, which take less time together. */
let givenUp: ReturnType<typeof awaitSlowIssuers>;

beforeAll(async () => {
  hostile = await startHostileIssuer();
  for (const [name, document] of Object.entries(documents))
    hostile.paths.set(`/${name}/.well-known/openid-configuration`, document(name));
  for (const [name, keys] of Object.entries(keySets)) {
    const document = hostile.metadata(name, { jwks_uri: `${hostile.issuer}/${name}/jwks` });
    hostile.paths.set(`/${name}/.well-known/openid-configuration`, inJson(document));
    hostile.paths.set(`/${name}/jwks`, keys);
  }
  const names = [...Object.keys(documents), ...Object.keys(keySets)];
  server = await startTestApp({
    config: (config) => {
      const ofIssuer = (issuer: string, name: string) =>
        configureProviders({ ...hostile, issuer }, [name])(config).protocol.auth.external;
      const base = configureProviders(hostile)(config);
      const below = names.map((name) => ofIssuer(`${hostile.issuer}/${name}`, name));
      const external = Object.assign({}, ...below, base.protocol.auth.external);
      return { ...base, protocol: { ...base.protocol, auth: { ...base.protocol.auth, external } } };
    },
  });
  signIns = hostileSignIns(server, hostile);
  givenUp = awaitSlowIssuers();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await hostile[Symbol.asyncDispose]();
});

const withClaims =
  (claims: Claims, changes: Claims = {}): AnswerCode =>
  (nonce) =>
    signIns.withToken(signIns.signed(claims), changes)(nonce);
const good = (changes: Claims): AnswerCode => withClaims({}, changes);

test.each<[string, AnswerCode]>([
  ['10 MB', () => large],
  ['a stream without end', () => endless],
  ['a subject of 10 MB', withClaims({ sub: 'x'.repeat(10_000_000) })],
  ['a redirect', () => redirecting],
  ['an error of its own', () => failing],
  [
    'an error with markup',
    () => (response) => {
      response.statusCode = 400;
      inJson({ error: '<b>', error_description: '<b>' })(response);
    },
  ],
  ['a page', () => page],
  ['nothing', () => (response) => response.end()],
  ['half an answer', () => (response) => response.write('{"access', () => response.destroy())],
  ['no connection', () => (response) => response.destroy()],
  ['no id token', good({ id_token: undefined })],
  ['a number as id token', good({ id_token: 5 })],
  ['a number as access token', good({ access_token: 5 })],
  ['tokens of another kind', good({ token_type: 'mac' })],
])('a code for which the issuer gives %s signs nobody in', async (_, answer) => {
  const before = await signIns.records();
  const { status, outcome } = await signIns.byCode(answer);
  expect([status, outcome]).toMatchObject([303, { error: 'server_error', error_code: 'unexpected_failure' }]);
  expect(outcome['error_description']).toMatch(/^Unable to exchange external code: (?!something)\w+/);
  signIns.expectNoSecret(outcome);
  expect(await signIns.records()).toEqual(before);
});

test.each([
  { error: '<script>alert(1)</script>', error_description: '"><img src=x onerror=alert(1)>' },
  { error: 'a\0b', error_description: 'a\r\nSet-Cookie: a=b' },
])('the error %j reaches the app as text', async (extra) => {
  const { status, outcome } = await signIns.byCode(good({}), 'google', extra);
  expect([status, outcome]).toMatchObject([303, extra]);
});

test.each(Object.keys(documents))('no sign-in begins at an issuer whose document is %s', async (provider) => {
  const { status, body } = await send(server, `/authorize?provider=${provider}`);
  expect([status, body]).toMatchObject([503, { error_code: 'unexpected_failure' }]);
  expect(body['msg']).toMatch(`Unable to reach the provider ${provider}: `);
  signIns.expectNoSecret(body);
});

test('keys that the issuer exchanges under their ids do not count at once', async () => {
  await signIns.byCode(good({}));
  await signIns.byIdToken(signIns.signed({}));
  const other = { ...(await exportJWK(hostile.keys.unpublished.publicKey)), kid: 'ec' };
  hostile.paths.set('/jwks', inJson({ keys: [other] }));
  const { unpublished } = hostile.keys;
  const make: MakeToken = (nonce) =>
    hostile.sign(hostile.claims({ nonce }), { alg: 'ES256', kid: 'ec' }, unpublished.privateKey);
  expect((await signIns.byCode(signIns.withToken(make))).outcome).toMatchObject({
    error_code: 'unexpected_failure',
  });
  expect((await signIns.byIdToken(make)).status).toBe(400);
  expect((await signIns.byIdToken(signIns.signed({}))).status).toBe(200);
  hostile.paths.set('/jwks', inJson(hostile.keySet));
});

test.each(Object.keys(keySets))(
  'nobody signs in with %s, and everybody once they are mended',
  async (provider) => {
    const make = signIns.signed({ iss: `${hostile.issuer}/${provider}` });
    const { outcome } = await signIns.byCode(signIns.withToken(make), provider);
    expect(outcome).toMatchObject({ error_code: 'unexpected_failure' });
    expect((await signIns.byIdToken(make, { provider })).body).toEqual({
      error: 'invalid_request',
      error_description: 'Bad ID token',
    });
    hostile.paths.set(`/${provider}/jwks`, inJson(hostile.keySet));
    expect((await signIns.byIdToken(make, { provider })).status).toBe(200);
    expect((await signIns.byCode(signIns.withToken(make), provider)).outcome).toHaveProperty('access_token');
  },
);

test('an issuer that never answers, or by drips, is given up after the time of a fetch', async () => {
  const { ends, tookMs } = await givenUp;
  expect(tookMs).toBeLessThan(fetchTimeoutMs + 3000);
  for (const { outcome } of ends) expect(outcome).toMatchObject({ error_code: 'unexpected_failure' });
});
