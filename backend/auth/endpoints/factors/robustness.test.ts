import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { send, sendAsAdmin } from '../../../testing/auth/auth.ts';
import { challenge, enrol, newMember, sessionOf, type Member } from '../../../testing/auth/factors.ts';

let server: TestApp;
let member: Member;
let token: string;
let factorId: string;
let challengeId: string;
beforeAll(async () => {
  server = await startTestApp();
  member = await newMember(server);
  token = (await sessionOf(member)).access_token;
  factorId = (await enrol(member)).factorId;
  challengeId = await challenge(server, token, factorId);
});
afterAll(() => server[Symbol.asyncDispose]());

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    '123456',
    '１２３４５６',
    '\0',
    '\ud800',
    '🚕'.repeat(3),
    'x'.repeat(5000),
    '%00',
    ':',
    '&?#',
  ),
  fc.constant(0).map(() => challengeId),
);
const anyValue = fc.oneof(anyText, fc.jsonValue({ maxDepth: 2 }));

test('no malformed enrollment gets a 5xx', async () => {
  const body = fc.record({
    factor_type: fc.constantFrom('totp', 'totp', 'totp', 'phone', 'webauthn', 'x', null),
    friendly_name: anyValue,
    issuer: fc.oneof(anyValue, fc.string({ unit: 'grapheme', maxLength: 100 })),
    phone: anyValue,
  });
  await fc.assert(
    fc.asyncProperty(body, async (content) => {
      await server.context.db.query('delete from auth.mfa_factors where user_id = $1 and id <> $2', [
        member.userId,
        factorId,
      ]);
      const answer = await send(server, '/factors', { token, body: content });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
    }),
    { numRuns: 200 },
  );
});

test('the longest address and issuer fit a QR code', async () => {
  const email = `${'a'.repeat(60)}@${Array(3).fill('b'.repeat(60)).join('.')}.example.com`;
  await server.context.db.query('update auth.users set email = $2 where id = $1', [member.userId, email]);
  const body = { factor_type: 'totp', friendly_name: 'longest', issuer: '選'.repeat(100) };
  expect(await send(server, '/factors', { token, body })).toMatchObject({
    status: 200,
    body: { totp: { qr_code: expect.stringContaining('<svg') as string } },
  });
});

test('no malformed response to a challenge or change by an administrator gets a 5xx', async () => {
  const body = fc.record({
    challenge_id: anyValue,
    code: anyValue,
    friendly_name: anyValue,
    phone: anyValue,
  });
  const paths = [`/factors/${factorId}/verify`, `/factors/${factorId}/challenge`] as const;
  await fc.assert(
    fc.asyncProperty(body, fc.constantFrom(...paths), async (content, path) => {
      const own = await send(server, path, { token, body: content });
      expect(own.status, JSON.stringify(own.body)).toBeLessThan(500);
      const admin = `/admin/users/${member.userId}/factors/${factorId}`;
      const changed = await sendAsAdmin(server, admin, { method: 'PUT', body: content });
      expect(changed.status, JSON.stringify(changed.body)).toBeLessThan(500);
    }),
    { numRuns: 200 },
  );
});
