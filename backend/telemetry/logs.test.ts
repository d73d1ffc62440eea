import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp, type App } from '../app.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { goodPassword, newEmail, refresh, signIn, signUp } from '../testing/auth/auth.ts';
import { sendTo } from '../testing/send.ts';

/** The test's server with a log of every level, kept in memory. */
let server: TestApp;
let app: App;
let written = '';
beforeAll(async () => {
  server = await startTestApp();
  const memory = new Writable({
    write(chunk, _, done) {
      written += String(chunk);
      done();
    },
  });
  app = await createApp({ ...server.context, log: pino({ level: 'trace' }, memory) });
});
afterAll(() => server[Symbol.asyncDispose]());

test('S9 no log line and no audit entry has a token, a password, a key or an address of a person', async () => {
  const email = newEmail();
  const logged: TestApp = {
    ...server,
    request: async (path, init) => {
      const headers = new Headers(init?.headers);
      headers.set('apikey', server.context.config.keys.publishable);
      return sendTo(app, path, { ...init, headers });
    },
  };
  const session = await signUp(logged, email);
  await signIn(logged, email);
  await signIn(logged, email, 'the wrong secret');
  const next = (await refresh(logged, session.refresh_token)).body as { access_token: string };
  const authorization = `Bearer ${next.access_token}`;
  for (const path of [
    '/auth/v1/user',
    `/auth/v1/verify?type=signup&token=${session.refresh_token}`,
    `/rest/v1/walkers?name=eq.${email}`,
    `/rest/v1/walkers?select=nothing&apikey=${next.access_token}`,
    `/rate/${session.refresh_token}`,
    `/verify/${session.refresh_token}`,
    `/storage/v1/object/sign/pictures/a.jpg?token=${next.access_token}`,
    `/functions/v1/accounts?search=${email}`,
    `/${next.access_token}.txt`,
  ])
    await logged.request(path, { headers: { authorization } });
  await server.context.db.query('alter table auth.refresh_tokens rename to lost');
  expect((await signIn(logged, email)).status).toBe(500);
  await server.context.db.query('alter table auth.lost rename to refresh_tokens');

  expect(written).toContain('"request"');
  expect(written).toContain('"level":50');
  const [entries] = await server.context.db.query<{ text: string }>(
    `select string_agg(payload::text, ' ') as text from auth.audit_log_entries`,
  );
  const secrets = [session.access_token, session.refresh_token, next.access_token, goodPassword];
  secrets.push('the wrong secret', server.context.config.keys.secret);
  for (const secret of secrets) {
    expect(written).not.toContain(secret);
    expect(entries?.text).not.toContain(secret);
  }
  expect(written).not.toContain(email);
});
