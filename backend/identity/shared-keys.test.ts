import { generateKeyPair, exportJWK, type JWK } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Keys } from '../config/config.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { joinProcesses } from './shared-keys.ts';

let server: TestApp;
let first: JWK;
let second: JWK;
let running = new AsyncDisposableStack();

async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid };
}

beforeAll(async () => {
  server = await startTestApp();
  [first, second] = [await newKey('first'), await newKey('second')];
});
afterAll(() => server[Symbol.asyncDispose]());
afterEach(async () => {
  await running.disposeAsync();
  running = new AsyncDisposableStack();
});

/** A process with these keys, which runs until the end of the test. */
async function start(keys: Partial<Keys> = {}): Promise<AsyncDisposable> {
  const own = { publishable: 'p', secret: 's', signing: [first], legacyJwtSecret: undefined, ...keys };
  return running.use(await joinProcesses(server.context.db, own, () => {}));
}

test.each([
  ['SUPABASE_PUBLISHABLE_KEY', () => ({ publishable: 'other' })],
  ['SUPABASE_SECRET_KEY', () => ({ secret: 'other' })],
  ['SUPABASE_SIGNING_KEYS', () => ({ signing: [second] })],
  [
    'SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SUPABASE_SIGNING_KEYS',
    () => ({ publishable: 'other', secret: 'other', signing: [second] }),
  ],
])('a process with another %s is refused while one runs', async (names, other) => {
  const one = await start();
  await start();
  await expect(start(other())).rejects.toThrow(`Give every process the same ${names} (`);
  await one[Symbol.asyncDispose]();
  await expect(start(other())).rejects.toThrow(names);
});

test('a process that was stopped or killed no longer counts', async () => {
  const one = await start();
  await one[Symbol.asyncDispose]();
  await start({ secret: 'other' });
  await server.context.db.query(`update platform.processes set expires_at = now() - interval '1 second'`);
  await start();
});

test('of two processes with different keys that start at the same moment one runs', async () => {
  const results = await Promise.allSettled([start(), start({ secret: 'other' })]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('signing keys are replaced process by process: first known, then used, then alone', async () => {
  let [one, other] = [await start(), await start()];
  for (const signing of [[first, second], [second, first], [second]]) {
    await one[Symbol.asyncDispose]();
    one = await start({ signing });
    await other[Symbol.asyncDispose]();
    other = await start({ signing });
  }
});

test('a new signing key that signs before the other process knows it is refused', async () => {
  await start();
  await expect(start({ signing: [second, first] })).rejects.toThrow('SUPABASE_SIGNING_KEYS');
});
