import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp, type App } from '../../../app.ts';
import type { Database, Queryable } from '../../../db/database.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { withAuth } from '../../../testing/auth/auth-config.ts';
import { goodPassword, newEmail, sendAsAdmin, signUp } from '../../../testing/auth/auth.ts';
import { sendTo } from '../../../testing/send.ts';

/**
 * The statements before a response must not depend on whether an address has an account. Mails are written in the
 * background: `timing.test.ts` compares the times of those requests.
 */
let server: TestApp;
let app: App;
let asked: string[] = [];

function counted<Target extends Queryable>(db: Target): Target {
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name === 'query')
        return (sql: string, values?: unknown[]) => {
          asked.push(sql);
          return target.query(sql, values);
        };
      if (name === 'transaction')
        return (work: (transaction: Queryable) => Promise<unknown>) =>
          (target as unknown as Database).transaction((transaction) => work(counted(transaction)));
      return (value as () => unknown).bind(target);
    },
  });
}

beforeAll(async () => {
  const many = 100_000;
  const rate_limit = {
    sign_in_sign_ups: many,
    token_refresh: many,
    wrong_passwords: many,
    email_sent: many,
    sms_sent: many,
  };
  const sms = { enable_signup: true, max_frequency: '0s' };
  server = await startTestApp({ config: withAuth({ rate_limit, email: { max_frequency: '0s' }, sms }) });
  app = await createApp({ ...server.context, db: counted(server.context.db) });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Statements until the response; what runs in the background after it does not count. */
async function statementsOf(path: string, body: object): Promise<readonly string[]> {
  await server.context.mail.settled();
  await server.context.audit.settled();
  asked = [];
  const headers = { apikey: server.context.config.keys.publishable };
  await sendTo(app, `/auth/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return asked;
}

test.each<[name: string, path: string, body: object]>([
  ['a sign-in', '/token?grant_type=password', { password: 'not the password' }],
  ['a sign-in with an empty password', '/token?grant_type=password', { password: '' }],
  ['a repeated confirmation', '/resend', { type: 'signup' }],
  ['a repeated change of address', '/resend', { type: 'email_change' }],
  ['a wrong code', '/verify', { type: 'email', token: '000000' }],
  ['a wrong code after forgetting the password', '/verify', { type: 'recovery', token: '000000' }],
  ['a wrong code of a new address', '/verify', { type: 'email_change', token: '000000' }],
])('A5: %s asks the database the same for known and unknown addresses', async (_, path, body) => {
  const { user } = await signUp(server);
  await statementsOf(path, { ...body, email: newEmail() });
  const known = await statementsOf(path, { ...body, email: user.email });
  const unknown = await statementsOf(path, { ...body, email: newEmail() });
  expect(known).toEqual(unknown);
});

let numbers = 0;
/** A number that nobody has. */
function newNumber(): string {
  numbers += 1;
  return `5691234${String(numbers).padStart(4, '0')}`;
}

test.each<[name: string, path: string, body: object]>([
  ['a sign-in', '/token?grant_type=password', { password: 'not the password' }],
  ['a repeated code', '/resend', { type: 'sms' }],
  ['a repeated change of number', '/resend', { type: 'phone_change' }],
  ['a wrong code', '/verify', { type: 'sms', token: '000000' }],
  ['a wrong code of a new number', '/verify', { type: 'phone_change', token: '000000' }],
])('A5: %s asks the database the same for known and unknown numbers', async (_, path, body) => {
  const phone = newNumber();
  const made = { phone, phone_confirm: true, password: goodPassword };
  expect((await sendAsAdmin(server, '/admin/users', { body: made })).status).toBe(200);
  await statementsOf(path, { ...body, phone: newNumber() });
  const known = await statementsOf(path, { ...body, phone });
  expect(known.length).toBeGreaterThan(0);
  expect(known).toEqual(await statementsOf(path, { ...body, phone: newNumber() }));
});

test('A5: an account without a password, a banned and an unconfirmed one are asked for as an unknown one', async () => {
  const body = { password: 'not the password' };
  const path = '/token?grant_type=password';
  await statementsOf(path, { ...body, email: newEmail() });
  const unknown = await statementsOf(path, { ...body, email: newEmail() });
  for (const change of [
    'encrypted_password = null',
    `banned_until = 'infinity'`,
    'email_confirmed_at = null',
  ]) {
    const { user } = await signUp(server, newEmail(), goodPassword);
    await server.context.db.query(`update auth.users set ${change} where id = $1`, [user.id]);
    expect(await statementsOf(path, { ...body, email: user.email })).toEqual(unknown);
  }
});
