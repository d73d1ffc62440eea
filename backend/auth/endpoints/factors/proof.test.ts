import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { goodPassword, send, signIn } from '../../../testing/auth/auth.ts';
import {
  enrol,
  codeOf,
  newMember,
  newSecuredMember,
  sessionOf,
  type Member,
} from '../../../testing/auth/factors.ts';
import { lastMessageTo } from '../../../testing/outbox.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

/** A user with a session of three days. */
async function newOldMember(): Promise<Member & { readonly token: string }> {
  const member = await newMember(server);
  await makeOld(member.userId);
  return { ...member, token: (await sessionOf(member)).access_token };
}

async function makeOld(userId: string): Promise<void> {
  await server.context.db.query(
    `update auth.sessions set created_at = now() - interval '3 days' where user_id = $1`,
    [userId],
  );
}

const needed = { status: 400, body: { error_code: 'reauthentication_needed' } };
const factor = { factor_type: 'totp', friendly_name: 'Phone' };

test('V13: an old session cannot lock the owner out with a second factor', async () => {
  const { token, email, client } = await newOldMember();
  expect(await send(server, '/factors', { token, body: factor })).toMatchObject(needed);
  const refused = await client.mfa.enroll({ factorType: 'totp' });
  expect(refused.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
  const guess = await send(server, '/factors', { token, body: { ...factor, current_password: 'wrong' } });
  expect([guess.status, guess.body['error_code']]).toEqual([400, 'current_password_invalid']);
  expect((await signIn(server, email)).body).toMatchObject({ user: { email } });
});

test('V13: the current password, a code by mail or a new sign-in proves the owner', async () => {
  const first = await newOldMember();
  const body = { ...factor, current_password: goodPassword };
  expect((await send(server, '/factors', { token: first.token, body })).status).toBe(200);

  const second = await newOldMember();
  await second.client.reauthenticate();
  const { code: nonce } = await lastMessageTo(server, second.email);
  const proved = { token: second.token, body: { ...factor, nonce } };
  expect((await send(server, '/factors', proved)).status).toBe(200);
  expect((await send(server, '/factors', proved)).body['error_code']).toBe('reauthentication_not_valid');

  const third = await newOldMember();
  await third.client.signInWithPassword({ email: third.email, password: goodPassword });
  await enrol(third);
});

test('V13: an account without a password needs a fresh sign-in or a code too', async () => {
  const { token, userId } = await newOldMember();
  await server.context.db.query('update auth.users set encrypted_password = null where id = $1', [userId]);
  expect(await send(server, '/factors', { token, body: factor })).toMatchObject(needed);
  const change = { method: 'PUT', token, body: { password: 'lámpara 31 Ventana' } };
  expect(await send(server, '/user', change)).toMatchObject(needed);
});

test('V13: a mail informs the owner of a new second factor', async () => {
  const member = await newMember(server);
  const { factorId, secret } = await enrol(member);
  await member.client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
  expect((await lastMessageTo(server, member.email)).kind).toBe('factor_added');
});

test('a raised session adds another factor without further proof, however old it is', async () => {
  const member = await newSecuredMember(server);
  await makeOld(member.userId);
  await enrol(member, 'Tablet');
});
