import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT, exportJWK, type JWTHeaderParameters } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { sendAsAdmin, signIn, signUp, goodPassword } from '../testing/auth/auth.ts';

let server: TestApp;
let claims: Record<string, unknown>;
beforeAll(async () => {
  server = await startTestApp();
  const { user } = await signUp(server);
  await sendAsAdmin(server, `/admin/users/${user.id}`, {
    method: 'PUT',
    body: { app_metadata: { role: 'admin' }, password: goodPassword },
  });
  const { body } = await signIn(server, user.email!);
  const [, payload = ''] = (body['access_token'] as string).split('.');
  claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
});
afterAll(() => server[Symbol.asyncDispose]());

/** The status of every service for a token; storage puts 403 inside of 400. */
async function statuses(token: string): Promise<Readonly<Record<string, number>>> {
  const headers = { authorization: `Bearer ${token}` };
  const status = async (path: string, init: RequestInit = {}) =>
    (await server.request(path, { ...init, headers: { ...headers, 'content-type': 'application/json' } }))
      .status;
  const post = { method: 'POST', body: '{"prefix":""}' };
  return {
    auth: await status('/auth/v1/user'),
    rest: await status('/rest/v1/walkers?select=id'),
    storage: await status('/storage/v1/object/list/pictures', post),
    functions: await status('/functions/v1/accounts'),
  };
}

const accepted = { auth: 200, rest: 200, storage: 200, functions: 200 };
const refused = { auth: 403, rest: 401, storage: 400, functions: 401 };

const now = Math.floor(Date.now() / 1000);
const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const ownKid = (): string => server.context.tokens.publicKeys[0]!.kid!;
const ownKey = (): Uint8Array => Buffer.from(JSON.stringify(server.context.tokens.publicKeys[0]));
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(
  header: JWTHeaderParameters,
  key: KeyObject | Uint8Array,
  changed: object = {},
): Promise<string> {
  return new SignJWT({ ...claims, ...changed }).setProtectedHeader(header).sign(key);
}

test('S1 a token of ours is taken everywhere', async () => {
  expect(await statuses(await server.context.tokens.sign(claims))).toEqual(accepted);
});

test.each<[string, () => Promise<string> | string]>([
  ['without a signature', () => `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`],
  ['with alg none and our key id', () => `${part({ alg: 'none', kid: ownKid() })}.${part(claims)}.`],
  ['signed with the public key as a shared secret', () => signed({ alg: 'HS256', kid: ownKid() }, ownKey())],
  [
    'signed with the publishable key',
    () => signed({ alg: 'HS256' }, Buffer.from(server.context.config.keys.publishable.padEnd(32))),
  ],
  ['of a foreign key under our key id', () => signed({ alg: 'ES256', kid: ownKid() }, foreign)],
  ['of a foreign key id', () => signed({ alg: 'ES256', kid: 'another' }, foreign)],
  [
    'with the address of its key',
    () => signed({ alg: 'ES256', kid: ownKid(), jku: 'http://evil.example/jwks.json' }, foreign),
  ],
  [
    'with its key inside',
    async () => {
      const jwk = await exportJWK(foreign);
      return signed(
        { alg: 'ES256', kid: ownKid(), jwk: { kty: jwk.kty!, crv: jwk.crv!, x: jwk.x!, y: jwk.y! } },
        foreign,
      );
    },
  ],
  ['for another audience', () => server.context.tokens.sign({ ...claims, aud: 'elsewhere' })],
  ['with a role of the database', () => server.context.tokens.sign({ ...claims, role: 'postgres' })],
  ['that expired half a minute ago', () => server.context.tokens.sign({ ...claims, exp: now - 31 })],
  ['that is not good yet', () => server.context.tokens.sign({ ...claims, nbf: now + 3600 })],
  [
    'with other claims than were signed',
    async () => {
      const [header, , signature] = (await server.context.tokens.sign(claims)).split('.');
      return [header, part({ ...claims, role: 'service_role' }), signature].join('.');
    },
  ],
])('S1 every service rejects a token %s', async (_what, make) => {
  expect(await statuses(await make())).toEqual(refused);
});

test('S1 every service rejects a token of a session that never existed', async () => {
  const token = await server.context.tokens.sign({
    ...claims,
    session_id: '00000000-0000-4000-8000-000000000000',
  });
  expect(await statuses(token)).toEqual(refused);
});
