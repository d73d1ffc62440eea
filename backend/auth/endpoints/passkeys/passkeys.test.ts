import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { withAuth } from '../../../testing/auth/auth-config.ts';
import { createClient, goodPassword, send, sendAsAdmin, signIn } from '../../../testing/auth/auth.ts';
import { SoftwareAuthenticator, type Misbehaviour } from '../../../testing/auth/authenticator.ts';
import { newMember, newSecuredMember, sessionOf, signInAgain } from '../../../testing/auth/factors.ts';
import { lastMessageTo } from '../../../testing/outbox.ts';
import {
  addPasskey,
  newAuthenticator,
  signInChallenge,
  signInWithPasskey,
} from '../../../testing/auth/passkeys.ts';
import { sendTo } from '../../../testing/send.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

async function newOwner() {
  const member = await newMember(server);
  const authenticator = newAuthenticator(server);
  const passkeyId = await addPasskey(member.client, authenticator);
  return { ...member, authenticator, passkeyId };
}

const failed = { status: 400, body: { error_code: 'webauthn_verification_failed' } };

test('a passkey signs its owner in without a name, at aal1 like upstream', async () => {
  const { authenticator, email, userId } = await newOwner();
  expect((await lastMessageTo(server, email)).kind).toBe('passkey_added');
  const { status, body } = await signInWithPasskey(server, authenticator);
  expect([status, body['user']]).toMatchObject([200, { id: userId, email }]);
  const claims = decodeJwt(body['access_token'] as string);
  expect(claims).toMatchObject({ sub: userId, aal: 'aal1', amr: [{ method: 'passkey' }] });
  expect((await send(server, '/user', { token: body['access_token'] as string })).status).toBe(200);
});

test('the official client signs in, lists, renames and removes', async () => {
  const { authenticator, passkeyId } = await newOwner();
  const client = createClient(server);
  const { data: started } = await client.passkey.startAuthentication();
  const { data } = await client.passkey.verifyAuthentication({
    challengeId: started!.challenge_id,
    credential: authenticator.get(started!.options as never) as never,
  });
  expect(data?.session?.access_token).toEqual(expect.any(String));
  expect((await client.passkey.list()).data).toEqual([
    { id: passkeyId, created_at: expect.any(String), last_used_at: expect.any(String) },
  ]);
  const renamed = await client.passkey.update({ passkeyId, friendlyName: 'Tableta' });
  expect(renamed.data).toMatchObject({ id: passkeyId, friendly_name: 'Tableta' });
  expect((await client.passkey.delete({ passkeyId })).error).toBeNull();
  expect((await client.passkey.list()).data).toEqual([]);
  expect(await signInWithPasskey(server, authenticator)).toMatchObject(failed);
});

test.each<[string, Misbehaviour]>([
  ['without checking who holds it', { verified: false }],
  ['on a page of somebody else', { origin: 'https://elsewhere.example' }],
  ['on another port of this machine', { origin: 'http://localhost:1' }],
  ['for another site', { rpId: 'elsewhere.example' }],
  ['for another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ['a second time with the same counter', { counter: 1 }],
  ['for another user', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
  ['for nobody', { userHandle: '' }],
])('a passkey used %s does not sign in', async (_, wrong) => {
  const { authenticator } = await newOwner();
  expect(await signInWithPasskey(server, authenticator, wrong)).toMatchObject(failed);
  expect((await signInWithPasskey(server, authenticator)).status).toBe(200);
});

test.each<[string, Misbehaviour]>([
  ['without checking who holds it', { verified: false }],
  ['on a page of somebody else', { origin: 'https://elsewhere.example' }],
  ['for another site', { rpId: 'elsewhere.example' }],
  ['for another challenge', { challenge: 'AAAA' }],
])('a passkey made %s is not added', async (_, wrong) => {
  const { client } = await newMember(server);
  const { data } = await client.passkey.startRegistration();
  const credential = newAuthenticator(server).create(
    data!.options as PublicKeyCredentialCreationOptionsJSON,
    wrong,
  );
  const answer = await client.passkey.verifyRegistration({
    challengeId: data!.challenge_id,
    credential: credential as never,
  });
  expect(answer.error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' });
  expect((await client.passkey.list()).data).toEqual([]);
});

test('a challenge works once, for five minutes, for its own purpose', async () => {
  const { authenticator, client } = await newOwner();
  const { challenge_id, options } = await signInChallenge(server);
  const verify = (body: object) => send(server, '/passkeys/authentication/verify', { body });
  const credential = authenticator.get(options, { verified: false });
  expect(await verify({ challenge_id, credential })).toMatchObject(failed);
  expect(await verify({ challenge_id, credential: authenticator.get(options) })).toMatchObject({
    body: { error_code: 'webauthn_challenge_not_found' },
  });
  const late = await signInChallenge(server);
  expect(late.expires_at * 1000 - Date.now()).toBeLessThanOrEqual(300_000);
  await server.context.db.query(`update auth.webauthn_challenges set expires_at = now() where id = $1`, [
    late.challenge_id,
  ]);
  expect(
    await verify({ challenge_id: late.challenge_id, credential: authenticator.get(late.options) }),
  ).toMatchObject({ body: { error_code: 'webauthn_challenge_expired' } });
  const { data } = await client.passkey.startRegistration();
  expect(await verify({ challenge_id: data!.challenge_id, credential })).toMatchObject({
    body: { error_code: 'webauthn_challenge_not_found' },
  });
});

test('a registration challenge belongs to one account, and the next one replaces it', async () => {
  const [one, other] = [await newMember(server), await newMember(server)];
  const authenticator = newAuthenticator(server);
  const register = async (client: typeof one.client, started: { challenge_id: string; options: unknown }) =>
    client.passkey.verifyRegistration({
      challengeId: started.challenge_id,
      credential: authenticator.create(started.options as PublicKeyCredentialCreationOptionsJSON) as never,
    });
  const first = (await one.client.passkey.startRegistration()).data!;
  expect((await register(other.client, first)).error?.code).toBe('webauthn_challenge_not_found');
  const second = (await one.client.passkey.startRegistration()).data!;
  expect((await register(one.client, first)).error?.code).toBe('webauthn_challenge_not_found');
  expect((await register(one.client, second)).error).toBeNull();
});

test('users cannot see, rename or delete each other’s passkeys', async () => {
  const { passkeyId } = await newOwner();
  const { client } = await newMember(server);
  expect((await client.passkey.list()).data).toEqual([]);
  const missing = { status: 404, code: 'validation_failed', message: 'Passkey not found' };
  expect((await client.passkey.update({ passkeyId, friendlyName: 'mine' })).error).toMatchObject(missing);
  expect((await client.passkey.delete({ passkeyId })).error).toMatchObject(missing);
  expect((await client.passkey.update({ passkeyId: 'x', friendlyName: 'y' })).error).toMatchObject(missing);
});

test('registration excludes known credentials, and a credential is registered once', async () => {
  const { client, authenticator } = await newOwner();
  const { data } = await client.passkey.startRegistration();
  expect(data!.options.excludeCredentials).toHaveLength(1);
  const credential = authenticator.create(data!.options as PublicKeyCredentialCreationOptionsJSON);
  const verify = (challengeId: string) =>
    client.passkey.verifyRegistration({ challengeId, credential: credential as never });
  expect((await verify(data!.challenge_id)).error).toBeNull();
  const { data: next } = await client.passkey.startRegistration();
  await server.context.db.query(
    `update auth.webauthn_challenges set session_data = session_data || jsonb_build_object('challenge', $2::text)
     where id = $1`,
    [next!.challenge_id, data!.options.challenge],
  );
  expect((await verify(next!.challenge_id)).error?.code).toBe('webauthn_credential_exists');
});

test('an account has at most ten passkeys', async () => {
  const { client, authenticator } = await newOwner();
  for (let count = 1; count < 10; count += 1) await addPasskey(client, authenticator);
  expect((await client.passkey.startRegistration()).error).toMatchObject({
    status: 422,
    code: 'too_many_passkeys',
  });
});

test('V13: a session older than a day needs proof to add a passkey', async () => {
  const member = await newMember(server);
  await server.context.db.query(
    `update auth.sessions set created_at = now() - interval '3 days' where user_id = $1`,
    [member.userId],
  );
  expect((await member.client.passkey.startRegistration()).error?.code).toBe('reauthentication_needed');
  const { access_token: token } = await sessionOf(member);
  const start = (body: object) => send(server, '/passkeys/registration/options', { token, body });
  expect((await start({ current_password: 'wrong' })).body['error_code']).toBe('current_password_invalid');
  expect((await start({ current_password: goodPassword })).status).toBe(200);
  await addPasskey(await signInAgain(server, member.email), newAuthenticator(server));
});

test('with a second factor, managing passkeys needs aal2, and a passkey does not replace the factor', async () => {
  const member = await newSecuredMember(server);
  const authenticator = newAuthenticator(server);
  const passkeyId = await addPasskey(member.client, authenticator);
  const { body } = await signInWithPasskey(server, authenticator);
  const token = body['access_token'] as string;
  expect(decodeJwt(token)).toMatchObject({ aal: 'aal1' });
  const insufficient = { status: 403, body: { error_code: 'insufficient_aal' } };
  expect(await send(server, '/passkeys/registration/options', { token, body: {} })).toMatchObject(
    insufficient,
  );
  expect(await send(server, `/passkeys/${passkeyId}`, { method: 'DELETE', token })).toMatchObject(
    insufficient,
  );
  expect((await member.client.passkey.delete({ passkeyId })).error).toBeNull();
});

test('a banned, unconfirmed or deleted user cannot sign in with a passkey', async () => {
  const { authenticator, userId } = await newOwner();
  const change = (body: object) => sendAsAdmin(server, `/admin/users/${userId}`, { method: 'PUT', body });
  await change({ ban_duration: '1h' });
  expect(await signInWithPasskey(server, authenticator)).toMatchObject({
    status: 403,
    body: { error_code: 'user_banned' },
  });
  await change({ ban_duration: 'none' });
  await server.context.db.query('update auth.users set email_confirmed_at = null where id = $1', [userId]);
  expect(await signInWithPasskey(server, authenticator)).toMatchObject({
    status: 403,
    body: { error_code: 'email_not_confirmed' },
  });
  await sendAsAdmin(server, `/admin/users/${userId}`, { method: 'DELETE' });
  expect(await signInWithPasskey(server, authenticator)).toMatchObject(failed);
});

test('a softly deleted account keeps no passkey', async () => {
  const { authenticator, userId } = await newOwner();
  await sendAsAdmin(server, `/admin/users/${userId}`, {
    method: 'DELETE',
    body: { should_soft_delete: true },
  });
  expect(await signInWithPasskey(server, authenticator)).toMatchObject(failed);
});

test('only administrators list and delete the passkeys of others', async () => {
  const { passkeyId, userId, client } = await newOwner();
  const admin = createClient(server, server.context.config.keys.secret).admin.passkey;
  expect((await admin.listPasskeys({ userId })).data).toMatchObject([{ id: passkeyId }]);
  const token = (await client.getSession()).data.session!.access_token;
  expect((await send(server, `/admin/users/${userId}/passkeys`, { token })).status).toBe(403);
  expect((await admin.deletePasskey({ userId, passkeyId })).error).toBeNull();
  expect((await admin.deletePasskey({ userId, passkeyId })).error?.status).toBe(404);
});

test('the audit log contains the acts on passkeys', async () => {
  const { authenticator, client, passkeyId, userId } = await newOwner();
  await client.passkey.update({ passkeyId, friendlyName: 'Tableta' });
  await signInWithPasskey(server, authenticator);
  await client.passkey.delete({ passkeyId });
  await server.context.audit.settled();
  const entries = await server.context.db.query<{ action: string }>(
    `select payload ->> 'action' as action from auth.audit_log_entries where payload ->> 'actor_id' = $1`,
    [userId],
  );
  const acts = entries.map(({ action }) => action);
  expect(acts).toEqual(expect.arrayContaining(['passkey_created', 'passkey_updated', 'passkey_deleted']));
});

test('challenges are limited by network', async () => {
  const { keys } = server.context.config;
  const ask = () =>
    sendTo(
      server.app,
      '/auth/v1/passkeys/authentication/options',
      { method: 'POST', headers: { apikey: keys.publishable } },
      { address: '203.0.113.9' },
    );
  const statuses = await Promise.all(Array.from({ length: 70 }, async () => (await ask()).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test('anonymous users have no passkeys', async () => {
  await using open = await startTestApp({ config: withAuth({ enable_anonymous_sign_ins: true }) });
  const client = createClient(open);
  await client.signInAnonymously();
  expect((await client.passkey.startRegistration()).error).toMatchObject({
    status: 403,
    code: 'no_authorization',
  });
});

test('the relying party is the app’s domain by default, or that of config.toml', async () => {
  const environment = {
    PUBLIC_URL: 'https://club.example',
    ALLOWED_ORIGINS: 'https://flota.club.example,https://x.example',
  };
  await using product = await startTestApp({ environment });
  expect((await signInChallenge(product)).options.rpId).toBe('club.example');
  for (const [origin, refusal] of [
    ['https://club.example', undefined],
    ['https://flota.club.example', undefined],
    ['https://x.example', 'webauthn_verification_failed'],
  ] as const) {
    const { client } = await newMember(product);
    const authenticator = new SoftwareAuthenticator(origin);
    const { data } = await client.passkey.startRegistration();
    const credential = authenticator.create(data!.options as PublicKeyCredentialCreationOptionsJSON);
    const challengeId = data!.challenge_id;
    const { error } = await client.passkey.verifyRegistration({
      challengeId,
      credential: credential as never,
    });
    expect(error?.code, origin).toBe(refusal);
  }
  const webauthn = { rp_id: 'example.org', rp_display_name: 'Club', rp_origins: ['https://app.example.org'] };
  await using foreign = await startTestApp({ environment, config: withAuth({ webauthn }) });
  expect((await signInChallenge(foreign)).options.rpId).toBe('example.org');
});

test('disabled passkeys give upstream’s errors', async () => {
  await using foreign = await startTestApp({ config: withAuth({ passkey: { enabled: false } }) });
  const disabled = { status: 404, body: { error_code: 'passkey_disabled' } };
  for (const path of ['/passkeys', '/passkeys/authentication/options', '/passkeys/registration/verify'])
    expect(await send(foreign, path, { body: {} })).toMatchObject(disabled);
  expect((await send(foreign, '/settings')).body['passkeys_enabled']).toBe(false);
  expect((await send(server, '/settings')).body['passkeys_enabled']).toBe(true);
  expect((await signIn(server, 'nobody@example.com')).status).toBe(400);
});
