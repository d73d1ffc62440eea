import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { newEmail, send, signIn, signUp, type AuthResponse } from '../../../testing/auth/auth.ts';
import { withAuth } from '../../../testing/auth/auth-config.ts';

const many = 100_000;
let strict: TestApp;
let server: TestApp;
beforeAll(async () => {
  strict = await startTestApp();
  const rate_limit = { sign_in_sign_ups: many, token_refresh: many, wrong_passwords: many, email_sent: many };
  server = await startTestApp({ config: withAuth({ rate_limit }) });
});
afterAll(async () => {
  await strict[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

type Ask = (email: string) => Promise<AuthResponse>;

/**
 * The time of a known address relative to an unknown one: the ratio of the tenths of the requests that were quickest,
 * because other load only adds time. Requests alternate, so that it affects both.
 */
async function ratioOfTimes(ask: Ask, known: () => Promise<string>, pairs: number): Promise<number> {
  const times = { known: [] as number[], unknown: [] as number[] };
  const quick = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(pairs / 10)]!;
  const settled = async (): Promise<void> => {
    await server.context.mail.settled();
    await server.context.audit.settled();
  };
  const timed = async (email: string): Promise<number> => {
    await settled();
    // The work after a response cools the processor down or warms it up: each measured request follows the same one.
    await ask(newEmail());
    await settled();
    const began = performance.now();
    await ask(email);
    return performance.now() - began;
  };
  for (let pair = 0; pair < pairs; pair += 1) {
    const [here, nowhere] = [await known(), newEmail()];
    const knownFirst = pair % 2 === 0;
    if (knownFirst) times.known.push(await timed(here));
    times.unknown.push(await timed(nowhere));
    if (!knownFirst) times.known.push(await timed(here));
  }
  return quick(times.known) / quick(times.unknown);
}

/** Within 25 % in one of five measurements: other load may spoil one. */
async function expectSameTime(ask: Ask, known: () => Promise<string>, pairs: number): Promise<void> {
  const ratios: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const ratio = await ratioOfTimes(ask, known, pairs);
    if (ratio > 0.8 && ratio < 1.25) return;
    ratios.push(ratio);
  }
  expect(ratios, 'the time tells which addresses are known').toEqual([]);
}

function shown({ status, body, headers }: AuthResponse) {
  return { status, body, retryAfterSeconds: headers.has('retry-after'), headers: [...headers.keys()].sort() };
}

test('A5 an unknown address and a wrong password get the same responses, at the limit too', async () => {
  const { user } = await signUp(strict);
  const stranger = newEmail();
  for (let time = 0; time < 13; time += 1) {
    const [known, unknown] = [
      await signIn(strict, user.email!, `wrong ${time}`),
      await signIn(strict, stranger, `wrong ${time}`),
    ];
    expect(shown(known)).toEqual(shown(unknown));
    expect(known.status).toBe(time < 10 ? 400 : 429);
  }
});

test('A5 an unknown address, a wrong password and an account without one take the same time: a hash', async () => {
  const { user } = await signUp(server);
  const ask: Ask = (email) => signIn(server, email, 'not the password');
  await expectSameTime(ask, async () => user.email!, 25);
  const [row] = await server.context.db.query<{ email: string }>(
    'insert into auth.users (email, email_confirmed_at) values ($1, now()) returning email',
    [newEmail()],
  );
  await expectSameTime(ask, async () => row!.email, 25);
}, 120_000);

/** The address of a new account. */
async function newAccount(): Promise<string> {
  const email = newEmail();
  await server.context.db.query('insert into auth.users (email, email_confirmed_at) values ($1, now())', [
    email,
  ]);
  return email;
}

test('V23.1: with create_user: false, all addresses get the same response in the same time', async () => {
  const ask: Ask = (email) => send(server, '/otp', { body: { email, create_user: false } });
  const [here, nowhere] = [await newAccount(), newEmail()];
  for (let time = 0; time < 2; time += 1) expect(shown(await ask(here))).toEqual(shown(await ask(nowhere)));
  await expectSameTime(ask, newAccount, 100);
}, 120_000);

test('A10 POST /recover gives the same response in the same time for known and unknown addresses', async () => {
  const ask: Ask = (email) => send(server, '/recover', { body: { email } });
  const [here, nowhere] = [await newAccount(), newEmail()];
  for (let time = 0; time < 2; time += 1) expect(shown(await ask(here))).toEqual(shown(await ask(nowhere)));
  expect(shown(await ask(await newAccount()))).toMatchObject({ status: 200, body: {} });
  await expectSameTime(ask, newAccount, 100);
}, 120_000);
