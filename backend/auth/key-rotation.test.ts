import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyInstallation, openInstallation, signIn } from '../testing/backup.ts';
import type { Installation } from '../config/config.ts';
import { generateSecrets, type Secrets } from '../config/secrets.ts';
import { codeOf, newSecuredMember, passStep, sessionOf, type Secured } from '../testing/auth/factors.ts';
import { sendTo } from '../testing/send.ts';

type Server = Awaited<ReturnType<typeof openInstallation>>;

let home: AsyncDisposableStack;
let running: AsyncDisposableStack;
let installation: Installation;
let server: Server;

beforeEach(async () => {
  home = new AsyncDisposableStack();
  running = new AsyncDisposableStack();
  installation = await emptyInstallation(home, true);
  server = await openInstallation(installation, running);
});
afterEach(async () => {
  await running.disposeAsync();
  await home.disposeAsync();
});

/** Changes `secrets.json` and restarts, like an operator. */
async function restart(change: (secrets: Secrets) => object): Promise<Secrets> {
  await running.disposeAsync();
  running = new AsyncDisposableStack();
  const path = join(installation.dataDir, 'secrets.json');
  const before = JSON.parse(await readFile(path, 'utf8')) as Secrets;
  await writeFile(path, JSON.stringify(change(before)));
  server = await openInstallation(installation, running);
  return JSON.parse(await readFile(path, 'utf8')) as Secrets;
}

/** A signing key as `npm run secrets` prints it. */
async function newKey(): Promise<JWK> {
  return (await generateSecrets()).signingKeys[0]!;
}

async function statusWith(token: string): Promise<number> {
  return (await server.request('/auth/v1/user', { headers: { authorization: `Bearer ${token}` } })).status;
}

async function refreshed(token: string): Promise<{ status: number; body: Record<string, string> }> {
  const response = await signIn(server.request, 'refresh_token', { refresh_token: token });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** Whether a person's authenticator app still raises a new session. */
async function factorWorks({ factorId, secret }: Secured, token: string): Promise<boolean> {
  await passStep(server, factorId);
  const post = async (path: string, body: object) =>
    server.request(`/auth/v1/factors/${factorId}/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
  const { id } = (await (await post('challenge', {})).json()) as { id: string };
  return (await post('verify', { challenge_id: id, code: codeOf(secret) })).ok;
}

test('a key removed from secrets.json is generated again; nobody is signed out', async () => {
  const person = await sessionOf(await newSecuredMember(server));
  const before = server.context.config.keys;
  const saved = await restart((secrets) => ({ ...secrets, publishableKey: undefined, secretKey: undefined }));
  const { keys } = server.context.config;
  expect(saved).toMatchObject({ publishableKey: keys.publishable, secretKey: keys.secret });
  expect(keys.publishable).not.toBe(before.publishable);
  expect(keys.signing).toEqual(before.signing);
  const withKey = async (key: string): Promise<number> =>
    (await sendTo(server.app, '/auth/v1/admin/users', { headers: { apikey: key } })).status;
  expect(await withKey(keys.secret)).toBe(200);
  expect(await withKey(before.secret)).toBe(401);
  expect(await statusWith(person.access_token)).toBe(200);
  expect((await refreshed(person.refresh_token)).status).toBe(200);
});

test('retiring a signing key at once costs one refresh, and signs nobody out', async () => {
  const member = await newSecuredMember(server);
  const { access_token: token, refresh_token: refreshToken } = await sessionOf(member);
  const key = await newKey();
  await restart((secrets) => ({ ...secrets, signingKeys: [key, ...secrets.signingKeys] }));
  expect(await statusWith(token)).toBe(200);
  await restart((secrets) => ({ ...secrets, signingKeys: [key] }));
  expect(await statusWith(token)).toBe(403);
  const { status, body } = await refreshed(refreshToken);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await statusWith(body['access_token']!)).toBe(200);
  const again = await refreshed(body['refresh_token']!);
  expect(again.status, JSON.stringify(again.body)).toBe(200);
  expect(await factorWorks(member, again.body['access_token']!)).toBe(true);
  const sealed = await server.context.db.query<{ kid: string }>(
    'select sealed_by as kid from auth.root_secrets',
  );
  expect(sealed).toEqual([{ kid: key.kid }]);
});

test('when all signing keys are replaced at once everybody signs in again; the former key brings them back', async () => {
  const { refresh_token: refreshToken } = await sessionOf(await newSecuredMember(server));
  const former = server.context.config.keys.signing;
  const { signingKeys } = await restart((secrets) => ({ ...secrets, signingKeys: undefined }));
  expect(signingKeys).not.toEqual(former);
  expect((await refreshed(refreshToken)).body).toMatchObject({ error_code: 'refresh_token_not_found' });
  await restart((secrets) => ({ ...secrets, signingKeys: [...signingKeys, ...former] }));
  expect((await refreshed(refreshToken)).status).toBe(200);
});
