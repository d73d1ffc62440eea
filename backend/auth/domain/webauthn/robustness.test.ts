import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { send, sendAsAdmin } from '../../../testing/auth/auth.ts';
import { passkeyRoutes } from '../../../testing/auth/auth-routes.ts';
import { newMember, sessionOf, type Member } from '../../../testing/auth/factors.ts';
import { addPasskey, newAuthenticator, signInChallenge } from '../../../testing/auth/passkeys.ts';

let server: TestApp;
let member: Member;
let token: string;
const limit = 150;
beforeAll(async () => {
  server = await startTestApp();
  member = await newMember(server);
  token = (await sessionOf(member)).access_token;
});
afterAll(() => server[Symbol.asyncDispose]());

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', '\0', '\ud800', 'AAAA', '=', '🚕', 'A'.repeat(20_000)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
);
const anyValue = fc.oneof(anyText, fc.jsonValue({ maxDepth: 2 }));

test('no malformed request for passkeys gets a 5xx', async () => {
  const body = fc.record(
    { challenge_id: anyValue, credential: anyValue, friendly_name: anyValue, nonce: anyValue },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(body, fc.constantFrom(...passkeyRoutes), async (content, [method, path]) => {
      const address = path
        .replace('/users/:id', `/users/${member.userId}`)
        .replace(':id', crypto.randomUUID());
      const sending = { method, token, ...(method !== 'GET' && method !== 'DELETE' && { body: content }) };
      const sender = address.startsWith('/admin') ? sendAsAdmin : send;
      const answer = await sender(server, address, sending);
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
    }),
    { numRuns: limit },
  );
});

/** The bytes of a valid response with some replaced, cut off or added. */
function damaged(bytes: Buffer): fc.Arbitrary<string> {
  const edit = fc.record({ at: fc.nat(bytes.length - 1), value: fc.nat(255) });
  return fc
    .record({
      edits: fc.array(edit, { minLength: 1, maxLength: 4 }),
      end: fc.integer({ min: 0, max: bytes.length }),
    })
    .map(({ edits, end }) => {
      const copy = Buffer.from(bytes);
      for (const { at, value } of edits) copy[at] = value;
      return (end % 3 === 0 ? copy.subarray(0, end) : copy).toString('base64url');
    });
}

test('a damaged authenticator response is rejected', async () => {
  const authenticator = newAuthenticator(server);
  await addPasskey(member.client, authenticator);
  const part = fc.constantFrom('clientDataJSON', 'authenticatorData', 'signature');
  await fc.assert(
    fc.asyncProperty(part, fc.infiniteStream(fc.nat(255)), async (name, noise) => {
      const { challenge_id, options } = await signInChallenge(server);
      const credential = authenticator.get(options);
      const bytes = Buffer.from(credential.response[name as 'signature'], 'base64url');
      // The library ignores parts of the signature's ASN.1 header, which do not change the signed numbers.
      const first = name === 'signature' ? 2 : 0;
      const position = first + (noise.next().value % (bytes.length - first));
      bytes[position] = bytes[position]! ^ (1 + (noise.next().value % 255));
      const response = { ...credential.response, [name]: bytes.toString('base64url') };
      const answer = await send(server, '/passkeys/authentication/verify', {
        body: { challenge_id, credential: { ...credential, response } },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(400);
    }),
    { numRuns: limit },
  );
});

test('a damaged attestation never causes a 5xx', async () => {
  const authenticator = newAuthenticator(server);
  const start = async () => (await send(server, '/passkeys/registration/options', { token, body: {} })).body;
  const first = await start();
  const options = first['options'] as PublicKeyCredentialCreationOptionsJSON;
  const sample = Buffer.from(authenticator.create(options).response.attestationObject, 'base64url');
  await fc.assert(
    fc.asyncProperty(damaged(sample), async (attestationObject) => {
      const { challenge_id, options: asked } = await start();
      const credential = authenticator.create(asked as PublicKeyCredentialCreationOptionsJSON);
      const response = { ...credential.response, attestationObject };
      const answer = await send(server, '/passkeys/registration/verify', {
        token,
        body: { challenge_id, credential: { ...credential, response } },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
      await server.context.db.query('delete from auth.webauthn_credentials where user_id = $1', [
        member.userId,
      ]);
    }),
    { numRuns: limit },
  );
});

test('an attestation with certificates is rejected unread', async () => {
  const { body } = await send(server, '/passkeys/registration/options', { token, body: {} });
  const credential = newAuthenticator(server).create(
    body['options'] as PublicKeyCredentialCreationOptionsJSON,
  );
  const none = Buffer.from(credential.response.attestationObject, 'base64url');
  // fmt "none", attStmt {} becomes fmt "packed", attStmt {"x5c": []}.
  const packed = Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x66]),
    Buffer.from('packed'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa1, 0x63]),
    Buffer.from('x5c'),
    Buffer.from([0x80]),
    none.subarray(none.indexOf('\x68authData')),
  ]);
  const response = { ...credential.response, attestationObject: packed.toString('base64url') };
  const answer = await send(server, '/passkeys/registration/verify', {
    token,
    body: { challenge_id: body['challenge_id'], credential: { ...credential, response } },
  });
  expect(answer).toMatchObject({ status: 400, body: { error_code: 'webauthn_verification_failed' } });
});
