import { createHmac } from 'node:crypto';
import { exportJWK, exportSPKI } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { newEmail, send, signUp } from '../../../testing/auth/auth.ts';
import {
  hostileSignIns,
  startHostileIssuer,
  type Claims,
  type HostileIssuer,
  type MakeToken,
} from '../../../testing/auth/hostile-issuer.ts';
import { configureProviders } from '../../../testing/auth/oauth.ts';

let hostile: HostileIssuer;
let server: TestApp;
let signIns: ReturnType<typeof hostileSignIns>;
beforeAll(async () => {
  hostile = await startHostileIssuer();
  server = await startTestApp({ config: configureProviders(hostile) });
  signIns = hostileSignIns(server, hostile);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await hostile[Symbol.asyncDispose]();
});
/** Late, as tables are written before the issuer runs. */
const signed =
  (changes: Claims): MakeToken =>
  (nonce) =>
    signIns.signed(changes)(nonce);

test('the issuer signs in as long as it keeps to the protocol', async () => {
  const { outcome } = await signIns.byCode(signIns.withToken(signed({})));
  expect(outcome).toHaveProperty('provider_token');
  expect((await signIns.byIdToken(signed({}))).status).toBe(200);
});

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A token with the signature of a shared key. */
function withHmac(claims: Claims, key: string): string {
  const input = `${encoded({ alg: 'HS256', kid: 'rsa' })}.${encoded(claims)}`;
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`;
}
const withEc = (key: 'ec' | 'unpublished', header: Claims): MakeToken => {
  return (nonce) =>
    hostile.sign(hostile.claims({ nonce }), { alg: 'ES256', ...header }, hostile.keys[key].privateKey);
};
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const others = ['club-web', 'another-app'];

test.each<[string, MakeToken]>([
  ['no signature', (nonce) => `${encoded({ alg: 'none' })}.${encoded(hostile.claims({ nonce }))}.`],
  [
    'the public key as a shared one',
    async (nonce) => withHmac(hostile.claims({ nonce }), await exportSPKI(hostile.keys.rsa.publicKey)),
  ],
  ['the client secret as a key', (nonce) => withHmac(hostile.claims({ nonce }), hostile.secret)],
  ['a key that is not the published one', withEc('unpublished', { kid: 'ec' })],
  ['a key of an unknown id', withEc('unpublished', { kid: 'other' })],
  ['a key under the id of another', withEc('ec', { kid: 'rsa' })],
  [
    'a key that it brings along',
    async (nonce) =>
      withEc('unpublished', { jwk: await exportJWK(hostile.keys.unpublished.publicKey) })(nonce),
  ],
  ['text in place of claims', () => hostile.sign('claims')],
  ['nothing in place of claims', () => hostile.sign('null')],
  ['another issuer', signed({ iss: 'https://accounts.google.com' })],
  ['a number as issuer', signed({ iss: 5 })],
  ['a list of issuers', (nonce) => signed({ iss: [hostile.issuer] })(nonce)],
  ['no issuer', signed({ iss: undefined })],
  [
    'a second issuer behind the first',
    (nonce) =>
      hostile.sign(`${JSON.stringify(hostile.claims({ nonce })).slice(0, -1)},"iss":"https://a.example"}`),
  ],
  ['another audience', signed({ aud: 'another-app' })],
  ['no audience', signed({ aud: [] })],
  ['objects as audience', signed({ aud: [{}, null] })],
  ['several audiences', signed({ aud: others })],
  ['the audience of another app that shares it', signed({ aud: others, azp: 'another-app' })],
  ['a time that is over', signed({ exp: inSeconds(-60) })],
  ['no end', signed({ exp: undefined })],
  ['text as its end', signed({ exp: 'never' })],
  ['a beginning ahead', signed({ nbf: inSeconds(600) })],
  ['an issue ahead', signed({ iat: inSeconds(600), exp: inSeconds(1200) })],
  ['another nonce', signed({ nonce: 'of another sign-in' })],
  ['a number as nonce', signed({ nonce: 5 })],
  ['no nonce', signed({ nonce: undefined })],
  ['no subject', signed({ sub: undefined })],
  ['an empty subject', signed({ sub: '' })],
  ['a number as subject', signed({ sub: 5 })],
  ['a list as subject', signed({ sub: ['rosa'] })],
  ['a long subject', signed({ sub: 'x'.repeat(300) })],
  ['a zero in the subject', signed({ sub: 'rosa\0' })],
  ['half a character in the subject', signed({ sub: 'rosa\ud800' })],
])('an id token with %s is refused, and leaves nothing', async (_, make) => {
  const before = await signIns.records();
  const { status, outcome } = await signIns.byCode(signIns.withToken(make));
  expect([status, outcome]).toMatchObject([303, { error: 'server_error', error_code: 'unexpected_failure' }]);
  expect(outcome['error_description']).toMatch(/^Unable to exchange external code: \w+ \w+/);
  const answer = await signIns.byIdToken(make);
  expect([answer.status, answer.body]).toEqual([
    400,
    { error: expect.stringMatching(/^invalid/), error_description: expect.any(String) },
  ]);
  signIns.expectNoSecret([outcome, answer.body]);
  expect(await signIns.records()).toEqual(before);
});

/** Addresses that are not the one of the account, however they are cleaned, and proofs that are none. */
test.each<[string, (email: string) => Claims]>([
  ['that nobody proved', (email) => ({ email, email_verified: false })],
  ['of which it says nothing', (email) => ({ email, email_verified: undefined })],
  ['proved by a number', (email) => ({ email, email_verified: 1 })],
  ['proved by a list', (email) => ({ email, email_verified: [true] })],
  ['in a list', (email) => ({ email: [email] })],
  ['with a zero', (email) => ({ email: `${email.slice(0, 3)}\0${email.slice(3)}` })],
  ['with a letter that looks the same', (email) => ({ email: email.replace('k', '\u212A') })],
  ['with a second one behind it', (email) => ({ email: `${email}, ${newEmail()}` })],
])('an address %s gives nobody the account that has it', async (_, claims) => {
  const { user } = await signUp(server, `k${newEmail()}`);
  const ownIdentities = async () => (await signIns.records()).filter(({ user_id }) => user_id === user.id);
  const before = await ownIdentities();
  const make = signed(claims(user.email!));
  const { outcome } = await signIns.byCode(signIns.withToken(make));
  const answer = await signIns.byIdToken(make);
  for (const token of [outcome['access_token'], answer.body['access_token']].filter(Boolean))
    expect((await send(server, '/user', { token: token as string })).body).toMatchObject({ email: '' });
  expect(answer.status).toBeLessThan(500);
  expect(await ownIdentities()).toEqual(before);
});

test('Apple’s written “true” proves an address', async () => {
  const { user } = await signUp(server);
  const answer = await signIns.byIdToken(signed({ email: user.email, email_verified: 'true' }));
  expect(answer.body['user']).toMatchObject({ id: user.id });
});

test('a token that comes again makes no second account, and nothing without the nonce of its app', async () => {
  let token: string | undefined;
  const make: MakeToken = async (nonce) => (token ??= await signIns.signed({})(nonce));
  const first = (await signIns.byIdToken(make)).body['user'] as Claims;
  const before = await signIns.records();
  expect((await signIns.byIdToken(make)).body['user']).toMatchObject({ id: first['id'] });
  for (const nonce of ['', 'guessed']) expect((await signIns.byIdToken(make, { nonce })).status).toBe(400);
  expect(await signIns.records()).toEqual(before);
});

test('an access token needs a hash that is its own', async () => {
  const answer = await signIns.byIdToken(signed({ at_hash: 5 }), { access_token: 'of another token' });
  expect([answer.status, answer.body['error_description']]).toEqual([400, 'Bad ID token']);
});

test.each([5, {}, ['x'], null])('anybody’s text with the issuer %j is no token', async (iss) => {
  const id_token = `${encoded({ alg: 'RS256' })}.${encoded({ iss })}.x`;
  const body = { provider: 'apple', id_token };
  expect((await send(server, '/token?grant_type=id_token', { body })).body).toMatchObject({
    error_code: 'provider_disabled',
  });
});
