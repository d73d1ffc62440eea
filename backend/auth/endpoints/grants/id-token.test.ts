import { createHash } from 'node:crypto';
import { SignJWT, generateKeyPair } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { createClient, newEmail, send, signUp } from '../../../testing/auth/auth.ts';
import { configureProviders } from '../../../testing/auth/oauth.ts';
import { startOidcServer, type OidcServer } from '../../../testing/auth/oidc.ts';

let oidc: OidcServer;
let server: TestApp;
beforeAll(async () => {
  oidc = await startOidcServer('http://127.0.0.1:8000/auth/v1/callback');
  server = await startTestApp({ config: configureProviders(oidc) });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await oidc[Symbol.asyncDispose]();
});

const person = () => ({ sub: newEmail(), email: newEmail(), email_verified: true, name: 'Luis Soto' });
const grant = (body: unknown, token?: string) =>
  send(server, '/token?grant_type=id_token', { body, ...(token !== undefined && { token }) });
const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex');

test('the official client signs in with a token of the provider', async () => {
  const luis = person();
  const { idToken, accessToken } = await oidc.idToken(luis, hashed('only the app knows'));
  const { data, error } = await createClient(server).signInWithIdToken({
    provider: 'google',
    token: idToken,
    access_token: accessToken,
    nonce: 'only the app knows',
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email: luis.email, app_metadata: { provider: 'google' } });
  const claims = JSON.parse(Buffer.from(data.session!.access_token.split('.')[1]!, 'base64url').toString());
  expect(claims.amr).toMatchObject([{ method: 'oauth' }]);
});

test('the provider can be named by its issuer', async () => {
  const { idToken } = await oidc.idToken(person());
  const answer = await grant({ id_token: idToken, client_id: oidc.clientId, issuer: oidc.issuer });
  expect(answer.status).toBe(200);
});

test('with link_identity the identity is added to the account of the caller', async () => {
  const session = await signUp(server);
  const { idToken } = await oidc.idToken(person());
  const body = { provider: 'google', id_token: idToken, link_identity: true };
  expect((await grant(body)).body['error_code']).toBe('no_authorization');
  const linked = await grant(body, session.access_token);
  expect(linked.body['user']).toMatchObject({
    id: session.user.id,
    email: session.user.email,
    app_metadata: { providers: ['email', 'google'] },
  });
  expect((await grant(body, session.access_token)).body['error_code']).toBe('identity_already_exists');
});

test('an access token must belong to its id token', async () => {
  const digest = createHash('sha256').update('its own').digest();
  const claims = { iss: oidc.issuer, aud: oidc.clientId, ...person() };
  const id_token = await oidc.sign({ ...claims, at_hash: digest.subarray(0, 16).toString('base64url') });
  const body = { provider: 'google', id_token };
  expect((await grant({ ...body, access_token: 'another' })).body['error_description']).toBe('Bad ID token');
  expect((await grant({ ...body, access_token: 'its own' })).status).toBe(200);
});

async function forged(claims: Record<string, unknown>): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256');
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).setExpirationTime('1h').sign(privateKey);
}

test.each([
  ['no token', {}, 'id_token required'],
  ['no provider', { provider: '' }, 'provider or client_id and issuer required'],
  ['text that is no token', { id_token: 'x' }, 'Bad ID token'],
  [
    'a nonce that the token lacks',
    { nonce: 'x' },
    'Passed nonce and nonce in id_token should either both exist or not.',
  ],
])('%s is rejected with an OAuth error', async (_, changes, description) => {
  const { idToken } = await oidc.idToken(person());
  const id_token = description === 'id_token required' ? '' : idToken;
  const { status, body } = await grant({ provider: 'google', id_token, ...changes });
  expect(status).toBe(400);
  expect(body).toEqual({ error: 'invalid_request', error_description: description });
});

test('a token with a foreign audience, signer or nonce is rejected', async () => {
  const signed = await forged({
    iss: oidc.issuer,
    aud: oidc.clientId,
    sub: 'x',
    email: 'carla@example.com',
    email_verified: true,
  });
  expect((await grant({ provider: 'google', id_token: signed })).body['error_description']).toBe(
    'Bad ID token',
  );
  const { idToken } = await oidc.idToken(person(), hashed('right'));
  expect((await grant({ provider: 'google', id_token: idToken, nonce: 'wrong' })).body).toEqual({
    error: 'invalid nonce',
    error_description: 'Nonces mismatch',
  });
  await using other = await startTestApp({
    config: configureProviders({ ...oidc, clientId: 'another-app' }),
  });
  const refused = await send(other, '/token?grant_type=id_token', {
    body: { provider: 'google', id_token: idToken, nonce: 'right' },
  });
  expect(refused.body['error_description']).toBe(`Unacceptable audience in id_token: [${oidc.clientId}]`);
});

test('disabled and unknown providers have different errors', async () => {
  const { idToken } = await oidc.idToken(person());
  const off = await grant({ provider: 'apple', id_token: idToken });
  expect([off.status, off.body['error_code'], off.body['msg']]).toEqual([
    400,
    'provider_disabled',
    `Provider (issuer "${oidc.issuer}") is not enabled`,
  ]);
  const unknown = await grant({ provider: 'nobody', id_token: idToken });
  expect([unknown.body['error_code'], unknown.body['msg']]).toEqual([
    'validation_failed',
    'Custom OIDC provider "nobody" not allowed',
  ]);
});
