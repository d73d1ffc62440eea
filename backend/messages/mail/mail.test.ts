import { mkdtempDisposable, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { messageTexts, type Language } from '../texts/index.ts';
import { startTestApp } from '../../testing/app.ts';
import { withAuth } from '../../testing/auth/auth-config.ts';
import { newEmail, send, signUp } from '../../testing/auth/auth.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { lastMessageTo, outboxFolder } from '../../testing/outbox.ts';
import { isRefusedForGood } from './mail.ts';
import { renderMail, type MailKind } from './template.ts';
import { createOutbox } from '../outbox.ts';
import { sendTo } from '../../testing/send.ts';

const kinds: readonly MailKind[] = [
  'confirmation',
  'recovery',
  'magic_link',
  'invite',
  'email_change_current',
  'email_change_new',
  'reauthentication',
  'password_changed',
  'account_claimed',
  'email_changed',
];

test.each(kinds)('the mail template %s is complete in every language, and different in each', (kind) => {
  const link = 'https://club.example/verify?token=a&type=b';
  const languages = Object.keys(messageTexts) as Language[];
  const rendered = languages.map((language) =>
    renderMail(
      { kind, to: 'a@example.com', language, link, code: '123456', lifetimeSeconds: 3600, address: 'b@x.cl' },
      'Club',
    ),
  );
  expect(new Set(rendered.map(({ text }) => text)).size).toBe(languages.length);
  for (const { subject, text, html } of rendered) {
    expect(subject).toMatch(/\S{3}/);
    expect(text).toContain(link);
    expect(html).toContain('href="https://club.example/verify?token=a&amp;type=b"');
    for (const body of [text, html]) {
      expect(body).toContain('123456');
      expect(body).toContain('60');
      expect(body).not.toMatch(/undefined|\$\{/);
    }
  }
});

test('values stay text in the HTML', () => {
  const evil = `"><script>alert('x')</script>&`;
  const { html, subject } = renderMail(
    {
      kind: 'email_changed',
      to: 'a@example.com',
      language: 'es',
      address: evil,
      link: `https://x/?${evil}`,
      code: evil,
    },
    `Club\r\nBcc: all@example.com ${evil}`,
  );
  expect(html).not.toContain('<script');
  expect(html).not.toContain(evil);
  expect(subject).not.toMatch(/[\r\n]/);
});

test('only the server’s account reads the outbox, which keeps the last two hundred messages', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'transfer-outbox-'));
  const path = join(folder.path, 'outbox');
  const outbox = createOutbox(path);
  for (let count = 0; count < 205; count += 1) await outbox.put(`${count}.eml`, 'x');
  const files = await readdir(path);
  expect(files).toHaveLength(200);
  expect(files.some((file) => file.endsWith('-204.eml'))).toBe(true);
  const modes = await Promise.all(
    [path, join(path, files[0]!)].map(async (each) => (await stat(each)).mode & 0o777),
  );
  expect(modes).toEqual([0o700, 0o600]);
});

test('writes in the language that the account chose, else that of the browser, else the default', async () => {
  await using server = await startTestApp({ config: withAuth({ email: { max_frequency: '0s' } }) });
  const subjectFor = async (data: unknown, acceptLanguage: string): Promise<string> => {
    const email = newEmail();
    const headers = { 'accept-language': acceptLanguage };
    await send(server, '/otp', { body: { email, data }, headers });
    return (await lastMessageTo(server, email)).subject;
  };
  expect(await subjectFor({ language: 'pt' }, 'de')).toBe('Seu link para entrar em Walking Club');
  expect(await subjectFor({ language: 'xx' }, 'ja, en;q=0.5, de-AT;q=0.8, fr;q=0')).toBe(
    'Ihr Link zum Anmelden bei Walking Club',
  );
  expect(await subjectFor({}, '')).toBe('Tu enlace para entrar en Walking Club');
  expect(await readdir(outboxFolder(server))).toHaveLength(3);
});

test('writes in no language that the product does not speak', async () => {
  await using server = await startTestApp({ config: withAuth({ email: { max_frequency: '0s' } }) });
  const options = { ...server.context.options, languages: ['es', 'en'] as const };
  const app = await createApp({ ...server.context, options });
  const subjectFor = async (language: string, acceptLanguage: string): Promise<string> => {
    const email = newEmail();
    await sendTo(app, '/auth/v1/otp', {
      method: 'POST',
      headers: {
        apikey: server.context.config.keys.publishable,
        'content-type': 'application/json',
        'accept-language': acceptLanguage,
      },
      body: JSON.stringify({ email, data: { language } }),
    });
    return (await lastMessageTo(server, email)).subject;
  };
  expect(await subjectFor('pt', 'de, en;q=0.5')).toBe('Your link to sign in to Walking Club');
  expect(await subjectFor('pt', 'de')).toBe('Tu enlace para entrar en Walking Club');
});

test.for([
  [
    'a recipient that the server does not know',
    { command: 'RCPT TO', responseCode: 550, permanent: true },
    true,
  ],
  ['a mail that it refuses', { command: 'DATA', responseCode: 554, permanent: true }, true],
  ['a recipient that it takes later', { command: 'RCPT TO', responseCode: 450, permanent: false }, false],
  ['a sender that it refuses', { command: 'MAIL FROM', responseCode: 550, permanent: true }, false],
  ['a wrong password', { command: 'AUTH PLAIN', responseCode: 535, permanent: true }, false],
  ['a sign-in that it asks for late', { command: 'RCPT TO', responseCode: 530, permanent: true }, false],
  ['no connection', { command: 'CONN', code: 'ECONNREFUSED' }, false],
] as const)('whether %s is for good', ([, fields, isForGood]) => {
  const error = Object.assign(new Error(), fields);
  expect(isRefusedForGood(error)).toBe(isForGood);
  expect(isRefusedForGood(new Error('not sent', { cause: error }))).toBe(isForGood);
});

test('sends mails to the mail server, up to the configured number per hour', async () => {
  await using mailServer = await startMailServer();
  await using server = await startTestApp({
    environment: {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mailServer.port),
      SMTP_SENDER: 'hola@club.example',
    },
    config: withAuth({ email: { max_frequency: '0s' }, rate_limit: { email_sent: 2 } }),
  });
  const { user } = await signUp(server);
  const statuses: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    statuses.push((await send(server, '/recover', { body: { email: user.email } })).status);
    await server.context.mail.settled();
  }
  expect(statuses).toEqual([200, 200, 429]);
  expect(mailServer.mails).toHaveLength(2);
  expect(mailServer.mails[0]).toContain('From: Walking Club <hola@club.example>');
  expect(mailServer.mails[0]).toContain(`To: ${user.email}`);
  const stranger = await send(server, '/recover', { body: { email: newEmail() } });
  expect([stranger.status, stranger.body['error_code']]).toEqual([429, 'over_email_send_rate_limit']);
});

test('an unresponsive mail server changes nothing for the caller', async () => {
  await using server = await startTestApp({ environment: { SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' } });
  const { user } = await signUp(server);
  expect((await send(server, '/recover', { body: { email: user.email } })).status).toBe(200);
  await server.context.mail.settled();
});
