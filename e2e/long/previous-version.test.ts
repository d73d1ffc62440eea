import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, freePort, root, runProgram, untilSaid } from '../../backend/testing/processes.ts';
import { startManagedPostgres } from '../../backend/testing/servers.ts';
import { writeWireProject } from '../../backend/wire/target.ts';
import { createDriver, noisyPhoto } from './driver.ts';
import { git, unpackVersion } from './history.ts';
import { withoutRateLimits } from './installation.ts';

let folder = '';
/** The last release before this commit; undefined before the first one. */
let previous: string | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-previous-'));
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^');
  if (tag) previous = await unpackVersion(folder, tag);
  console.log(tag ? `The version before: ${tag}` : 'There is no release yet, as a tag v1.0.0 would name it.');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts a server of the version before on an empty database, and then one of this version, which migrates it. */
async function startBoth(before: string, supabase: { readonly before: string; readonly now: string }) {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await startManagedPostgres());
  // The suite's schema sets a parameter of PostgREST's.
  await postgres.administrate(`alter role ${postgres.account} superuser`);
  const publishableKey = `sb_publishable_${randomBytes(16).toString('hex')}`;
  const secretKey = `sb_secret_${randomBytes(16).toString('hex')}`;
  const start = async (version: string, supabaseDir: string) => {
    const port = await freePort();
    const environment = {
      PORT: String(port),
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, publishableKey),
      SUPABASE_DIR: supabaseDir,
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      SUPABASE_SECRET_KEY: secretKey,
      REQUESTS_PER_SECOND: '0',
      REVIEWS_PER_HOUR: '0',
      LOG_LEVEL: 'error',
    };
    const program = runProgram(process.execPath, ['server/main.ts'], environment, version);
    stack.defer(async () => {
      program.process.kill('SIGTERM');
      await ended(program);
    });
    await untilSaid(program, 'is ready');
    return { url: `http://127.0.0.1:${port}`, program };
  };
  const old = await start(before, supabase.before);
  await start(root, supabase.now);
  const resources = stack.move();
  return { ...old, publishableKey, secretKey, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

test('the wire suite of the version before passes on its server while this version has migrated the database', async () => {
  if (!previous) return;
  const [before, now] = [join(folder, 'wire-before'), join(folder, 'wire-now')];
  await writeWireProject(before, {}, previous);
  await writeWireProject(now, {});
  await using server = await startBoth(previous, { before, now });
  const suite = runProgram(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'backend/wire'],
    { WIRE_URL: server.url, WIRE_PUBLISHABLE_KEY: server.publishableKey, WIRE_SECRET_KEY: server.secretKey },
    previous,
  );
  expect(await ended(suite), suite.output()).toBe(0);
}, 300_000);

test('a driver registers, rates and uploads at the server of the version before while this version has migrated the database', async () => {
  if (!previous) return;
  const now = await withoutRateLimits(folder);
  await using server = await startBoth(previous, { before: join(previous, 'supabase'), now });
  const driver = await createDriver({ address: server.url }, server.publishableKey);
  await driver.register();
  expect(await driver.rate(randomUUID(), 5)).toBe(true);
  await driver.upload(await noisyPhoto(200));
  await driver.refresh();
  expect(await driver.read()).toBe(1);
  expect(server.program.output()).not.toContain('"level":"error"');
}, 120_000);
