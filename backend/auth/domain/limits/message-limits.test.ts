import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createApp } from '../../../app.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { withAuth } from '../../../testing/auth/auth-config.ts';
import { protocolSettings } from '../../../config/protocol.ts';
import { memoryStore } from '../../../service/rate-store.ts';
import { newEmail, signUp } from '../../../testing/auth/auth.ts';
import { createMessageLimits } from './message-limits.ts';
import { sendTo } from '../../../testing/send.ts';

/** A server with a limit of 20 mails an hour. Its mail server is unreachable: sent mails fail, but count. */
function startWithMail(): Promise<TestApp> {
  const limits = { email: { max_frequency: '0s' }, rate_limit: { email_sent: 20, sign_in_sign_ups: 1000 } };
  return startTestApp({
    environment: { SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' },
    config: withAuth(limits),
  });
}

async function ask(server: TestApp, address: string, path: string, email: string): Promise<number> {
  const init = { method: 'POST', body: JSON.stringify({ email }) };
  const response = await server.requestFrom(address, `/auth/v1${path}`, init);
  await server.context.mail.settled();
  return response.status;
}

/** The number of mails written to the addresses. */
async function writtenTo(server: TestApp, emails: readonly string[]): Promise<number> {
  const rows = await server.context.db.query(
    'select from auth.users where email = any ($1) and recovery_sent_at > $2',
    [emails, new Date(0)],
  );
  return rows.length;
}

test('V20: one network can request at most a tenth of the mails, with or without accounts', async () => {
  await using server = await startWithMail();
  for (const path of ['/otp', '/recover']) {
    const address = `192.0.2.${path.length}`;
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push(await ask(server, address, path, newEmail()));
    expect(statuses).toEqual([200, 200, 429]);
  }
  expect(await ask(server, '198.51.100.1', '/recover', newEmail())).toBe(200);
});

test('V20: mails to strangers use at most half of the limit, the rest is for owners who forgot their password', async () => {
  await using server = await startWithMail();
  const owner = (await signUp(server)).user.email!;
  const strangers = Array.from({ length: 16 }, newEmail);
  for (const [index, email] of strangers.entries())
    expect(await ask(server, `192.0.2.${Math.floor(index / 2)}`, '/otp', email)).toBe(200);
  expect(await writtenTo(server, strangers)).toBe(10);
  expect(await ask(server, '198.51.100.1', '/recover', owner)).toBe(200);
  expect(await writtenTo(server, [owner])).toBe(1);
});

test('V20: one mailbox gets at most five mails an hour, and the last link stays valid', async () => {
  await using server = await startWithMail();
  const { email } = (await signUp(server)).user;
  const token = async () =>
    (await server.context.db.query('select recovery_token from auth.users where email = $1', [email]))[0];
  for (let count = 0; count < 5; count += 1) await ask(server, `192.0.2.${count}`, '/recover', email!);
  const last = await token();
  expect(await ask(server, '192.0.2.9', '/recover', email!)).toBe(200);
  expect(await token()).toEqual(last);
});

test('the log says that a mail was not sent because a limit is reached', async () => {
  await using server = await startWithMail();
  const { email } = (await signUp(server)).user;
  const lines: string[] = [];
  const memory = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) });
  const app = await createApp({ ...server.context, log: pino({ level: 'warn' }, memory) });
  const headers = { apikey: server.context.config.keys.publishable };
  const body = JSON.stringify({ email });
  for (let count = 0; count < 6; count += 1)
    expect((await sendTo(app, '/auth/v1/recover', { method: 'POST', headers, body })).status).toBe(200);
  await server.context.mail.settled();
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'mail not sent: rate limit reached',
  ]);
});

test('V20: text messages have the same shares', async () => {
  const settings = protocolSettings({ auth: { rate_limit: { sms_sent: 30 } } }).auth;
  const limits = createMessageLimits(settings, { mail: false, sms: true }, memoryStore());
  const refused = { code: 'over_sms_send_rate_limit' };
  for (let count = 0; count < 3; count += 1) await limits.check('sms', '192.0.2.1');
  await expect(limits.check('sms', '192.0.2.1')).rejects.toMatchObject(refused);
  await limits.check('sms', '192.0.2.2');
  const to = (number: number, isStranger: boolean) => ({ address: `5690000${number}`, isStranger });
  for (let count = 0; count < 15; count += 1) await limits.spend('sms', to(count, true));
  await expect(limits.spend('sms', to(15, true))).rejects.toMatchObject(refused);
  await limits.spend('sms', to(16, false));
});

test('P5: what stands behind + makes no other mailbox, and a /48 has one share of the mails', async () => {
  const settings = protocolSettings({ auth: { rate_limit: { email_sent: 100 } } }).auth;
  const limits = createMessageLimits(settings, { mail: true, sms: false }, memoryStore());
  const refused = { code: 'over_email_send_rate_limit' };
  const to = (address: string) => ({ address, isStranger: true });
  for (const address of ['victim', 'victim+1', 'VICTIM+b', 'victim+c+d', 'victim+'])
    await limits.spend('email', to(`${address}@example.cl`));
  await expect(limits.spend('email', to('victim+2@Example.cl'))).rejects.toMatchObject(refused);
  await limits.spend('email', to('victim@example.com'));
  await limits.spend('email', to('other+victim@example.cl'));
  for (let count = 0; count < 10; count += 1) await limits.check('email', `2001:db8:1:${count}`);
  await expect(limits.check('email', '2001:db8:1:99')).rejects.toMatchObject(refused);
  await limits.check('email', '2001:db8:2:99');
});
