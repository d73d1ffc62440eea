import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { goodPassword, newEmail, signUp } from '../testing/auth/auth.ts';
import { accountRoutes } from '../testing/auth/auth-routes.ts';

let server: TestApp;
let tokens: string[];
beforeAll(async () => {
  const generous = {
    sign_in_sign_ups: 1e6,
    token_refresh: 1e6,
    wrong_passwords: 1e6,
    token_verifications: 1e6,
    anonymous_users: 1e6,
    email_sent: 1e6,
    sms_sent: 1e6,
  };
  server = await startTestApp({
    config: ({ protocol, ...config }) => ({
      ...config,
      protocol: { ...protocol, auth: { ...protocol.auth, rate_limit: generous } },
    }),
  });
  const { access_token: withSession, user } = await signUp(server);
  // A token without a session cannot be signed out by one of the requests.
  const lasting = await server.context.tokens.sign({
    sub: user.id,
    aud: 'authenticated',
    role: 'authenticated',
  });
  tokens = [lasting, withSession, server.context.config.keys.secret, 'a.b.c', 'é'];
});
afterAll(() => server[Symbol.asyncDispose]());

const keys = [
  'email',
  'phone',
  'password',
  'password_hash',
  'current_password',
  'nonce',
  'data',
  'app_metadata',
  'user_metadata',
  'refresh_token',
  'ban_duration',
  'role',
  'id',
  'email_confirm',
  'phone_confirm',
  'should_soft_delete',
  'code_challenge',
  'code_challenge_method',
];

/** Unusual text. */
const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\0',
    '\ud800',
    '\u200b',
    'x'.repeat(10_000),
    "' or 1=1 --",
    '{}',
    '__proto__',
    '1e400',
    'a@example.com',
    goodPassword,
    '9'.repeat(300),
    '999999999999h',
    '%00',
    '../..',
    '00000000-0000-0000-0000-000000000000',
    'author:%_\\',
    'ip:\ud800',
    '2026-11-21T24:00',
    '-271821-04-20',
  ),
);
const value = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }), fc.double(), fc.constant(null), fc.boolean());
const object = fc.dictionary(fc.oneof(fc.constantFrom(...keys), nasty), value, { maxKeys: 8 });
/** Mostly values that pass the first checks, to reach the code behind them. */
const metadata = fc.dictionary(
  fc.string({ unit: 'grapheme' }),
  fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.double()),
);
const likely = fc.record(
  {
    email: fc.oneof(
      fc.constant(''),
      fc.nat().map(() => newEmail()),
    ),
    phone: fc.oneof(fc.constant(''), fc.bigInt({ min: 10_000_000n, max: 10n ** 15n - 1n }).map(String)),
    password: fc.oneof(fc.constant(goodPassword), fc.string({ unit: 'grapheme' })),
    data: metadata,
    user_metadata: metadata,
    app_metadata: metadata,
    email_confirm: fc.boolean(),
    phone_confirm: fc.boolean(),
    should_soft_delete: fc.boolean(),
    ban_duration: fc.constantFrom('none', '0', '24h', '2562047h', '876000h'),
    role: fc.constantFrom('authenticated', 'postgres', '🚕'),
    unknown: value,
  },
  { requiredKeys: ['email', 'password'] },
);
const body = fc.oneof(
  { weight: 3, arbitrary: likely.map((content) => JSON.stringify(content)) },
  object.map((content) => JSON.stringify(content)),
  value.map((content) => JSON.stringify(content) ?? ''),
  fc.string(),
);
const headerText = fc.stringMatching(/^[\x21-\x7e\xa0-\xff]{0,40}$/);
const request = fc.record({
  route: fc.constantFrom(...accountRoutes),
  id: fc.option(nasty),
  query: fc.dictionary(
    fc.constantFrom(
      'page',
      'per_page',
      'filter',
      'sort',
      'scope',
      'grant_type',
      'redirect_to',
      'query',
      'from',
      'until',
    ),
    nasty,
  ),
  body,
  token: fc.nat({ max: 4 }),
  headers: fc.dictionary(
    fc.constantFrom('x-supabase-api-version', 'x-jwt-aud', 'user-agent', 'x-forwarded-for', 'content-type'),
    headerText,
  ),
});
type Case = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

async function someUser(): Promise<string> {
  const [row] = await server.context.db.query<{ id: string }>(
    'insert into auth.users (email) values ($1) returning id',
    [newEmail()],
  );
  return row!.id;
}

async function ask({ route, id, query, body, token, headers }: Case): Promise<Response> {
  const [method, template] = route;
  const target = id === null ? await someUser() : id.toWellFormed();
  const url = new URL(`http://localhost/auth/v1${template.replace(':id', encodeURIComponent(target))}`);
  for (const [name, text] of Object.entries(query)) url.searchParams.append(name, text);
  const sent = new Headers(headers);
  sent.set('authorization', `Bearer ${tokens[token]}`);
  return server.request(url.pathname + url.search, {
    method,
    headers: sent,
    ...(method !== 'GET' && { body }),
  });
}

test('I3 no malformed request gets a 5xx or a response other than JSON', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (input) => {
      const response = await ask(input);
      const text = await response.text();
      expect(response.status, text).toBeLessThan(500);
      if (response.status === 204) return;
      const answer = JSON.parse(text) as Record<string, unknown>;
      if (response.status >= 400) expect(answer).toHaveProperty('code');
    }),
    { numRuns: 1500 },
  );
});
