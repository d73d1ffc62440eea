import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { withAuth } from '../../../testing/auth/auth-config.ts';
import { goodPassword, newEmail, signUp } from '../../../testing/auth/auth.ts';
import { codeRoutes } from '../../../testing/auth/auth-routes.ts';

let server: TestApp;
let tokens: readonly string[];
beforeAll(async () => {
  server = await startTestApp({
    config: withAuth({
      enable_anonymous_sign_ins: true,
      additional_redirect_urls: ['https://*.club.example/**', 'club://[a-c]{x,y}?', 'https://[', '{'],
      email: { enable_confirmations: true, max_frequency: '0s' },
      sms: { enable_signup: true, enable_confirmations: true, max_frequency: '0s' },
      rate_limit: { wrong_passwords: 1_000_000 },
    }),
  });
  const { access_token: anonymous } = await signUp(server, '', '');
  tokens = [anonymous, server.as('nora').token, server.context.config.keys.secret, 'a.b.c'];
});
afterAll(() => server[Symbol.asyncDispose]());

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\0',
    '\ud800',
    'x'.repeat(10_000),
    '%00',
    '__proto__',
    'pkce_',
    'javascript:alert(1)',
    '//x',
  ),
);
const types = fc.constantFrom(
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email',
  'email_change',
  'sms',
  'phone_change',
  'email_change_current',
  'email_change_new',
  'other',
);
const email = fc.constantFrom('nora@example.com', 'diego@example.com', 'someone@example.org', '');
const phone = fc.oneof(fc.constant(''), fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }).map(String));
const challenge = fc.constantFrom('', 'x'.repeat(43), 'short');
const likely = fc.record(
  {
    type: types,
    email,
    new_email: fc.nat({ max: 50 }).map((count) => `new${count}@example.org`),
    phone,
    password: fc.constantFrom(goodPassword, ''),
    token: fc.oneof(fc.constantFrom('123456', ''), nasty),
    token_hash: fc.oneof(fc.constantFrom('', 'pkce_ab'), nasty),
    channel: fc.constantFrom('sms', 'whatsapp', 'pigeon'),
    create_user: fc.boolean(),
    data: fc.dictionary(fc.constantFrom('language', 'name'), fc.jsonValue({ maxDepth: 2 })),
    code_challenge: challenge,
    code_challenge_method: fc.constantFrom('', 'plain', 's256', 'S512'),
    auth_code: nasty,
    code_verifier: nasty,
    redirect_to: nasty,
  },
  { requiredKeys: [] },
);
const request = fc.record({
  route: fc.constantFrom(...codeRoutes),
  query: fc.dictionary(fc.constantFrom('token', 'type', 'redirect_to'), fc.oneof(types, nasty)),
  body: fc.oneof(
    { weight: 5, arbitrary: likely.map((content) => JSON.stringify(content)) },
    fc.jsonValue({ maxDepth: 3 }).map((content) => JSON.stringify(content)),
    fc.string(),
  ),
  token: fc.nat({ max: 3 }),
  headers: fc.dictionary(
    fc.constantFrom('x-supabase-api-version', 'accept-language', 'referer', 'redirect_to', 'user-agent'),
    fc.stringMatching(/^[\x21-\x7e\xa0-\xff]{0,40}$/),
  ),
});

test('no malformed request for codes and links gets a 5xx or an open redirect', async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ route, query, body, token, headers }) => {
      const [method, path] = route;
      const url = new URL(`http://localhost/auth/v1${path}`);
      for (const [name, text] of Object.entries(query)) url.searchParams.append(name, text);
      const sent = new Headers(headers);
      sent.set('authorization', `Bearer ${tokens[token]}`);
      const response = await server.request(url.pathname + url.search, {
        method,
        headers: sent,
        ...(method !== 'GET' && { body }),
      });
      const text = await response.text();
      expect(response.status, text).toBeLessThan(500);
      if (response.status === 303) {
        const target = new URL(response.headers.get('location') ?? '');
        expect(['http:', 'https:', 'club:']).toContain(target.protocol);
        if (target.protocol !== 'club:') expect(target.hostname).toMatch(/^127\.0\.0\.1$|\.club\.example$/);
      } else expect(() => JSON.parse(text) as unknown, text).not.toThrow();
    }),
    { numRuns: 600 },
  );
  await server.context.mail.settled();
}, 120_000);

test('codes are spread over all of their digits', async () => {
  const codes = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const response = await server.service('/auth/v1/admin/generate_link', {
        method: 'POST',
        body: JSON.stringify({ type: 'magiclink', email: newEmail() }),
      });
      return ((await response.json()) as { email_otp: string }).email_otp;
    }),
  );
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  expect(new Set(codes.map((code) => code[0])).size).toBeGreaterThan(4);
  expect(new Set(codes).size).toBeGreaterThan(38);
});
