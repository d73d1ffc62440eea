import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, freePort, root, runProgram, untilSaid } from '../../backend/testing/processes.ts';
import { startManagedPostgres } from '../../backend/testing/servers.ts';
import { writeWireProject } from '../../backend/wire/target.ts';
import { createDriver, noisyPhoto } from './driver.ts';
import { withoutRateLimits } from './installation.ts';

/** Runs git in this repository; undefined when it fails, as in an installation without a history. */
function git(...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-previous-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Gives the folder of the version before the last one that added migrations to a folder; undefined without a history. */
async function unpackPrevious(migrations: string): Promise<string | undefined> {
  const added = ['--first-parent', '--diff-filter=A', '--format=%H', '--', migrations];
  const last = git('log', '-1', ...added);
  const commit = last && git('rev-parse', '--verify', '--quiet', `${last}^`);
  if (!commit) {
    console.log('There is no git history here, so there is no version before this one to run.');
    return undefined;
  }
  console.log(`The version before the last of ${migrations}: ${git('log', '-1', '--format=%h %s', commit)}`);
  const [archive, place] = [join(folder, `${commit}.tar`), join(folder, commit)];
  await mkdir(place);
  git('archive', '--output', archive, commit);
  execFileSync('tar', ['-xf', archive, '-C', place]);
  for (const name of ['node_modules', 'dist']) await symlink(join(root, name), join(place, name));
  return place;
}

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
  const count = async (): Promise<number> =>
    (
      await postgres.administrate(
        'select version from platform.schema_migrations union all select version from supabase_migrations.schema_migrations',
      )
    ).length;
  const old = await start(before, supabase.before);
  const known = await count();
  await start(root, supabase.now);
  expect(await count()).toBeGreaterThan(known);
  const resources = stack.move();
  return { ...old, publishableKey, secretKey, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

test('the wire suite of the version before passes on its server while this version has migrated the database', async () => {
  const previous = await unpackPrevious('backend/db/platform');
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
  const previous = await unpackPrevious('supabase/migrations');
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
