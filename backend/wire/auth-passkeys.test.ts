import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { SoftwareAuthenticator } from '../testing/auth/authenticator.ts';
import { anybody, as, call, connect, must, newPerson, post, service, told, type Person } from './people.ts';

const target = inject('wire');

/** An authenticator on a page of the relying party that the backend names. */
async function newAuthenticator(): Promise<SoftwareAuthenticator> {
  const { options } = must(await anybody.auth.passkey.startAuthentication());
  const { port } = new URL(target.url);
  const isLocal = options.rpId === 'localhost';
  return new SoftwareAuthenticator(isLocal ? `http://localhost:${port}` : `https://${options.rpId}`);
}

async function register({ client }: Person, authenticator: SoftwareAuthenticator) {
  const { challenge_id: challengeId, options } = must(await client.auth.passkey.startRegistration());
  const credential = authenticator.create(options as PublicKeyCredentialCreationOptionsJSON) as never;
  return must(await client.auth.passkey.verifyRegistration({ challengeId, credential }));
}

test('the settings say that passkeys are on', async () => {
  expect(await told(call('/auth/v1/settings'))).toMatchObject({ body: { passkeys_enabled: true } });
});

test('registers a passkey: flat options, its metadata', async () => {
  const person = await newPerson();
  const { client } = person;
  const { challenge_id, options, expires_at } = must(await client.auth.passkey.startRegistration());
  expect(challenge_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(expires_at).toBeGreaterThan(Date.now() / 1000);
  expect(options).toMatchObject({
    challenge: expect.stringMatching(/^[\w-]{22,}$/),
    rp: { id: expect.any(String), name: expect.any(String) },
    user: { id: Buffer.from(person.user.id).toString('base64url'), name: person.email },
    pubKeyCredParams: expect.arrayContaining([{ type: 'public-key', alg: -7 }]),
    authenticatorSelection: { residentKey: 'required' },
  });
  const added = await register(person, await newAuthenticator());
  expect(added).toMatchObject({ id: expect.any(String), created_at: expect.any(String) });
});

test('signs in without saying who, at aal1', async () => {
  const person = await newPerson();
  const authenticator = await newAuthenticator();
  const { id } = await register(person, authenticator);
  const client = connect();
  const { challenge_id: challengeId, options } = must(await client.auth.passkey.startAuthentication());
  expect(options.allowCredentials ?? []).toEqual([]);
  const credential = authenticator.get(options as PublicKeyCredentialRequestOptionsJSON) as never;
  const { session, user } = must(await client.auth.passkey.verifyAuthentication({ challengeId, credential }));
  expect(user?.id).toBe(person.user.id);
  expect(session?.refresh_token).toEqual(expect.any(String));
  const level = must(await client.auth.mfa.getAuthenticatorAssuranceLevel());
  expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  expect(must(await client.auth.getClaims()).claims.amr).toMatchObject([{ method: 'passkey' }]);
  expect(must(await client.auth.passkey.list())).toMatchObject([{ id, last_used_at: expect.any(String) }]);
  const again = await client.auth.passkey.verifyAuthentication({ challengeId, credential });
  expect(again.error).toMatchObject({ status: 400, code: 'webauthn_challenge_not_found' });
});

test('lists, renames and removes; administrators do for others', async () => {
  const person = await newPerson();
  const { passkey } = person.client.auth;
  const [one, two] = [await newAuthenticator(), await newAuthenticator()];
  const { id } = await register(person, one);
  const { id: other } = await register(person, two);
  expect(must(await passkey.update({ passkeyId: id, friendlyName: 'tablet' }))).toMatchObject({
    id,
    friendly_name: 'tablet',
  });
  expect(must(await passkey.list()).map((each) => each.id)).toEqual([id, other]);
  expect((await passkey.delete({ passkeyId: id })).error).toBeNull();
  const { user } = person;
  const admin = service.auth.admin.passkey;
  expect(must(await admin.listPasskeys({ userId: user.id }))).toMatchObject([{ id: other }]);
  expect((await admin.deletePasskey({ userId: user.id, passkeyId: other })).error).toBeNull();
  expect(must(await passkey.list())).toEqual([]);
});

test('refuses what is missing, wrong or somebody else’s', async () => {
  const [person, stranger] = [await newPerson(), await newPerson()];
  const { id } = await register(person, await newAuthenticator());
  const { passkey } = stranger.client.auth;
  const missing = { status: 404, code: 'validation_failed' };
  expect((await passkey.update({ passkeyId: id, friendlyName: 'mine' })).error).toMatchObject(missing);
  expect((await passkey.delete({ passkeyId: id })).error).toMatchObject(missing);
  const long = await person.client.auth.passkey.update({ passkeyId: id, friendlyName: 'x'.repeat(121) });
  expect(long.error).toMatchObject({ status: 400, code: 'validation_failed' });
  const verify = (body: object, who?: Person) =>
    told(post(`/auth/v1/passkeys/${who ? 'registration' : 'authentication'}/verify`, body, who && as(who)));
  for (const who of [undefined, person]) {
    expect(await verify({}, who)).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
    expect(await verify({ challenge_id: randomUUID(), credential: {} }, who)).toMatchObject({
      status: 400,
      body: { error_code: 'webauthn_challenge_not_found' },
    });
  }
  const { challenge_id } = must(await anybody.auth.passkey.startAuthentication());
  expect(await verify({ challenge_id, credential: { id: 'x' } })).toMatchObject({
    status: 400,
    body: { error_code: 'webauthn_verification_failed' },
  });
});

test('a WebAuthn factor raises the session to aal2', async () => {
  const { client } = await newPerson();
  const { mfa } = client.auth;
  const authenticator = await newAuthenticator();
  const factor = must(await mfa.enroll({ factorType: 'webauthn', friendlyName: 'finger' }));
  expect(factor).toMatchObject({ type: 'webauthn', friendly_name: 'finger' });
  const created = must(await mfa.challenge({ factorId: factor.id, webauthn: { rpId: 'localhost' } }));
  expect(created).toMatchObject({ type: 'webauthn', webauthn: { type: 'create' } });
  const level = async () => must(await mfa.getAuthenticatorAssuranceLevel()).currentLevel;
  const answer = async (challenge: typeof created) => {
    const { type, credential_options } = challenge.webauthn;
    // Outside a browser the client has decoded bytes where an authenticator's JSON has base64url.
    const publicKey = JSON.parse(
      JSON.stringify(credential_options.publicKey, (_, value: unknown) =>
        value instanceof ArrayBuffer ? Buffer.from(value).toString('base64url') : value,
      ),
    ) as never;
    const response = type === 'create' ? authenticator.create(publicKey) : authenticator.get(publicKey);
    const credential_response = { toJSON: () => response } as never;
    const webauthn = { type, rpId: 'localhost', credential_response };
    return mfa.verify({ factorId: factor.id, challengeId: challenge.id, webauthn });
  };
  must(await answer(created));
  expect(await level()).toBe('aal2');
  const requested = must(await mfa.challenge({ factorId: factor.id, webauthn: { rpId: 'localhost' } }));
  expect(requested.webauthn.type).toBe('request');
  must(await answer(requested));
  expect(must(await mfa.listFactors()).webauthn).toMatchObject([{ id: factor.id, status: 'verified' }]);
});
