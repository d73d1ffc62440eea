import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { withAuth } from '../../backend/testing/auth/auth-config.ts';
import { createClient, goodPassword, newEmail, send, sendAsAdmin } from '../../backend/testing/auth/auth.ts';
import { startDenoFunctions, withoutLegacyKeys, type DenoFunctions } from '../../server/testing/deno.ts';
import { codeOf, enrol, signInAgain } from '../../backend/testing/auth/factors.ts';

/*
 * No gateway looks at the callers' tokens (`verify_jwt = false`), here or on a hosted project: the functions refuse
 * by themselves, in both runtimes.
 */

let server: ProductApp;
let deno: DenoFunctions;
beforeAll(async () => {
  server = await startProductApp({ config: withAuth({ enable_anonymous_sign_ins: true }) });
  deno = await startDenoFunctions(server, ['admin-users', 'my-data'], withoutLegacyKeys);
});
afterAll(async () => {
  await deno[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const operations = [
  ['GET', '/admin-users'],
  ['POST', '/admin-users'],
  ['PATCH', `/admin-users/${randomUUID()}`],
  ['DELETE', `/admin-users/${randomUUID()}`],
  ['GET', '/admin-users/audit'],
  ['DELETE', '/my-data'],
] as const;

const runtimes = {
  'our server': (path: string, init: RequestInit) => server.request(`/functions/v1${path}`, init),
  Deno: (path: string, init: RequestInit) => deno.request(path, init),
} as const;

/** An administrator with a second factor, who has signed in with the password alone. */
async function halfSignedInAdministrator(): Promise<string> {
  const email = newEmail();
  const account = { email, password: goodPassword, email_confirm: true, app_metadata: { role: 'admin' } };
  expect((await sendAsAdmin(server, '/admin/users', { body: account })).status).toBe(200);
  const client = await signInAgain(server, email);
  const { factorId, secret } = await enrol({ client });
  expect((await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error).toBeNull();
  const again = await signInAgain(server, email);
  return (await again.getSession()).data.session?.access_token ?? '';
}

async function signedOut(): Promise<string> {
  const { body } = await send(server, '/signup', { body: { email: newEmail(), password: goodPassword } });
  const token = String(body['access_token']);
  expect((await send(server, '/logout', { method: 'POST', token })).status).toBe(204);
  return token;
}

function unsigned(token: string): string {
  const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  return `${header}.${token.split('.')[1]}.`;
}

function expired(token: string): Promise<string> {
  return server.context.tokens.sign({ ...decodeJwt(token), exp: Math.floor(Date.now() / 1000) - 60 });
}

async function anonymous(): Promise<string> {
  const { data } = await createClient(server).signInAnonymously();
  return data.session?.access_token ?? '';
}

const carla = () => server.as('carla').token;
const refusedTokens = {
  'a text that is no token': () => 'nonsense',
  'a token with another signature': () => `${carla().slice(0, -8)}AAAAAAAA`,
  'a token without a signature': () => unsigned(carla()),
  'an expired token': () => expired(carla()),
  'the token of a session that ended': signedOut,
  'the token of an anonymous account': anonymous,
  'the publishable key': () => server.context.config.keys.publishable,
  'the secret key': () => server.context.config.keys.secret,
} as const;

describe.each(Object.keys(runtimes) as (keyof typeof runtimes)[])('in %s', (runtime) => {
  const statuses = async (headers: Record<string, string>) => {
    const answers = operations.map(async ([method, path]) => {
      const body = method === 'GET' ? {} : { body: JSON.stringify({ password: goodPassword }) };
      const response = await runtimes[runtime](path, { method, headers, ...body });
      return `${method} ${path} ${response.status} ${((await response.json()) as { code: string }).code}`;
    });
    return Promise.all(answers);
  };
  const each = (refusal: string) => operations.map(([method, path]) => `${method} ${path} ${refusal}`);

  test('every operation refuses a request without a token', async () => {
    expect(await statuses({})).toEqual(each('401 no_authorization'));
  });

  test.each(Object.entries(refusedTokens))('every operation refuses %s', async (_name, make) => {
    const headers = { authorization: `Bearer ${await make()}` };
    expect(await statuses(headers)).toEqual(each('401 no_authorization'));
  });

  test('every operation refuses an administrator whose second factor is still to be entered', async () => {
    const headers = { authorization: `Bearer ${await halfSignedInAdministrator()}` };
    expect(await statuses(headers)).toEqual(each('403 insufficient_aal'));
  });
});

describe('keys', () => {
  const list = (functions: DenoFunctions) =>
    functions.request('/admin-users?search=diego', { headers: { authorization: `Bearer ${carla()}` } });

  const environments = {
    'the dictionaries count before legacy keys that the project has disabled': (
      environment: Readonly<Record<string, string>>,
    ) => ({ ...environment, SUPABASE_SERVICE_ROLE_KEY: 'disabled', SUPABASE_ANON_KEY: 'disabled' }),
    'legacy keys serve a project that has no others': ({
      SUPABASE_URL = '',
      SUPABASE_SERVICE_ROLE_KEY = '',
      SUPABASE_ANON_KEY = '',
    }: Readonly<Record<string, string>>) => ({ SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY, SUPABASE_ANON_KEY }),
    'legacy keys serve where the dictionaries have no default': (
      environment: Readonly<Record<string, string>>,
    ) => ({
      SUPABASE_URL: environment['SUPABASE_URL'] ?? '',
      SUPABASE_SERVICE_ROLE_KEY: environment['SUPABASE_SERVICE_ROLE_KEY'] ?? '',
      SUPABASE_ANON_KEY: environment['SUPABASE_ANON_KEY'] ?? '',
      SUPABASE_SECRET_KEYS: '{"other":"sb_secret_x"}',
      SUPABASE_PUBLISHABLE_KEYS: 'no JSON',
    }),
  };

  test.each(Object.entries(environments))('%s', async (_name, change) => {
    await using functions = await startDenoFunctions(server, ['admin-users'], change);
    const response = await list(functions);
    expect([response.status, await response.json()]).toMatchObject([200, { total: 1 }]);
  });

  test('without any key the function answers that the service is unavailable', async () => {
    await using functions = await startDenoFunctions(server, ['admin-users'], ({ SUPABASE_URL = '' }) => ({
      SUPABASE_URL,
    }));
    const response = await list(functions);
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'unavailable' }]);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
