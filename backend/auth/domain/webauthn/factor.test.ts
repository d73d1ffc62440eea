import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { withAuth } from '../../../testing/auth/auth-config.ts';
import { refresh, send, signIn, type AuthResponse } from '../../../testing/auth/auth.ts';
import type { Misbehaviour, SoftwareAuthenticator } from '../../../testing/auth/authenticator.ts';
import { newMember, sessionOf, type Member } from '../../../testing/auth/factors.ts';
import { addPasskey, newAuthenticator, signInWithPasskey } from '../../../testing/auth/passkeys.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

interface Challenge {
  readonly id: string;
  readonly type: string;
  readonly expires_at: number;
  readonly webauthn: {
    readonly type: 'create' | 'request';
    readonly credential_options: { publicKey: unknown };
  };
}

async function challenge(token: string, factorId: string): Promise<Challenge> {
  const body = { factorId, webauthn: { rpId: 'localhost', rpOrigins: ['http://localhost'] } };
  const answer = await send(server, `/factors/${factorId}/challenge`, { token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as unknown as Challenge;
}

/** Responds to a challenge like the official client. */
function respond(
  token: string,
  factorId: string,
  { id, webauthn: { type, credential_options } }: Challenge,
  authenticator: SoftwareAuthenticator,
  wrong?: Misbehaviour,
): Promise<AuthResponse> {
  const { publicKey } = credential_options;
  const credential =
    type === 'create'
      ? authenticator.create(publicKey as PublicKeyCredentialCreationOptionsJSON, wrong)
      : authenticator.get(publicKey as PublicKeyCredentialRequestOptionsJSON, wrong);
  const webauthn = { type, rpId: 'localhost', credential_response: credential };
  return send(server, `/factors/${factorId}/verify`, { token, body: { challenge_id: id, webauthn } });
}

async function enrol(member: Member, authenticator: SoftwareAuthenticator, friendlyName = 'Tableta') {
  const { data, error } = await member.client.mfa.webauthn.enroll({ friendlyName });
  expect(error).toBeNull();
  expect(data).toEqual({ id: expect.any(String), type: 'webauthn', friendly_name: friendlyName });
  const token = (await sessionOf(member)).access_token;
  const asked = await challenge(token, data!.id);
  expect(asked).toMatchObject({ type: 'webauthn', webauthn: { type: 'create' } });
  const answer = await respond(token, data!.id, asked, authenticator);
  return { factorId: data!.id, answer };
}

async function newSecured() {
  const member = await newMember(server);
  const authenticator = newAuthenticator(server);
  const { factorId, answer } = await enrol(member, authenticator);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { ...member, authenticator, factorId, token: answer.body['access_token'] as string };
}

const refused = { status: 422, body: { error_code: 'mfa_verification_failed' } };

test('the credential of a factor raises its own session and each later one to aal2', async () => {
  const { authenticator, email, factorId, token } = await newSecured();
  expect(decodeJwt(token)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
  });
  const { body } = await signIn(server, email);
  const low = body['access_token'] as string;
  const asked = await challenge(low, factorId);
  expect(asked.webauthn.type).toBe('request');
  const raised = await respond(low, factorId, asked, authenticator);
  expect(decodeJwt(raised.body['access_token'] as string)).toMatchObject({ aal: 'aal2' });
});

test.each<[string, Misbehaviour]>([
  ['without checking who holds it', { verified: false }],
  ['on a page of somebody else', { origin: 'https://elsewhere.example' }],
  ['a second time with the same counter', { counter: 1 }],
])('a credential used %s does not raise a session', async (_, wrong) => {
  const { authenticator, email, factorId } = await newSecured();
  const token = (await signIn(server, email)).body['access_token'] as string;
  expect(
    await respond(token, factorId, await challenge(token, factorId), authenticator, wrong),
  ).toMatchObject(refused);
});

test('a password-only session cannot replace a verified credential', async () => {
  const { email, factorId } = await newSecured();
  const token = (await signIn(server, email)).body['access_token'] as string;
  const { id, webauthn } = await challenge(token, factorId);
  const { challenge: bytes } = webauthn.credential_options.publicKey as PublicKeyCredentialRequestOptionsJSON;
  const forged = newAuthenticator(server).create({
    challenge: bytes,
    rp: { id: 'localhost', name: '' },
    user: { id: '', name: '', displayName: '' },
    pubKeyCredParams: [],
  });
  const body = { challenge_id: id, webauthn: { type: 'create', credential_response: forged } };
  expect(await send(server, `/factors/${factorId}/verify`, { token, body })).toMatchObject(refused);
});

test('the credential of another user’s factor is rejected', async () => {
  const [one, other] = [await newSecured(), await newSecured()];
  const token = (await signIn(server, one.email)).body['access_token'] as string;
  const asked = await challenge(token, one.factorId);
  const { challenge: bytes } = asked.webauthn.credential_options
    .publicKey as PublicKeyCredentialRequestOptionsJSON;
  const forged = {
    ...asked,
    webauthn: { type: 'request' as const, credential_options: { publicKey: { challenge: bytes } } },
  };
  expect(await respond(token, one.factorId, forged, other.authenticator)).toMatchObject(refused);
});

test('a passkey and a factor on one device are two credentials, and a sign-in needs both', async () => {
  const member = await newMember(server);
  const authenticator = newAuthenticator(server);
  const { factorId, answer } = await enrol(member, authenticator);
  await member.client.setSession(answer.body as { access_token: string; refresh_token: string });
  const passkeys = newAuthenticator(server);
  await addPasskey(member.client, passkeys);
  const { body } = await signInWithPasskey(server, passkeys);
  const token = body['access_token'] as string;
  expect(decodeJwt(token)).toMatchObject({ aal: 'aal1' });
  const raised = await respond(token, factorId, await challenge(token, factorId), authenticator);
  expect(decodeJwt(raised.body['access_token'] as string)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/webauthn' }, { method: 'passkey' }],
  });
});

test('deleting the factor lowers its sessions and their tokens', async () => {
  const { client, factorId, token } = await newSecured();
  expect((await send(server, `/factors/${factorId}`, { method: 'DELETE', token })).status).toBe(200);
  const { refresh_token } = (await client.getSession()).data.session!;
  expect((await refresh(server, refresh_token)).status).toBe(400);
  const [row] = await server.context.db.query<{ aal: string; methods: string[] }>(
    `select s.aal, array_agg(a.authentication_method) as methods from auth.sessions s
     join auth.mfa_amr_claims a on a.session_id = s.id where s.id = $1 group by s.id`,
    [decodeJwt(token)['session_id']],
  );
  expect(row).toEqual({ aal: 'aal1', methods: ['password'] });
});

test('a WebAuthn factor needs an authenticator’s response, not a code', async () => {
  const { email, factorId } = await newSecured();
  const token = (await signIn(server, email)).body['access_token'] as string;
  const verify = (body: object) => send(server, `/factors/${factorId}/verify`, { token, body });
  const { id: challenge_id } = await challenge(token, factorId);
  const invalid = (msg: string) => ({ status: 400, body: { error_code: 'validation_failed', msg } });
  expect(await verify({ challenge_id, code: '123456' })).toMatchObject(invalid('WebAuthn config required'));
  expect(await verify({ challenge_id, webauthn: { type: 'request' } })).toMatchObject(
    invalid('credential_response required'),
  );
  expect(await verify({ challenge_id, webauthn: { type: 'x', credential_response: {} } })).toMatchObject(
    invalid('WebAuthn type must be create or request'),
  );
});

test('disabled WebAuthn factors give upstream’s errors', async () => {
  const off = { enroll_enabled: false, verify_enabled: false };
  await using foreign = await startTestApp({ config: withAuth({ mfa: { web_authn: off } }) });
  const { client } = await newMember(foreign);
  expect((await client.mfa.webauthn.enroll({ friendlyName: 'x' })).error).toMatchObject({
    status: 422,
    code: 'mfa_webauthn_enroll_not_enabled',
  });
});
