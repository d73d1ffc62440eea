import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../backend/db/database.ts';
import { migrate, readAppliedMigrations } from '../../backend/db/migrate.ts';
import { root } from '../../backend/testing/processes.ts';
import { startManagedPostgres, type ManagedPostgres } from '../../backend/testing/servers.ts';
import { readCatalog } from '../../server/testing/catalog.ts';
import { unpackVersion } from './history.ts';
import { installHostedCommand, type HostedCommand, type Outcome } from './hosted-command.ts';

/*
 * `npm run hosted` and the history of migrations in a project, with the real Supabase CLI. The databases have the
 * platform's tables; `supabase-cli.ts` gives the CLI their address in place of `--linked`.
 */

/** The last commit before the baseline: it has the 95 migrations that the baseline replaces. */
const beforeBaseline = '98e56bdb';
const baseline = '20261128200040';
const supabaseDir = join(root, 'supabase');
/** The versions of this folder's migrations, in order. */
const versions = (await readdir(join(supabaseDir, 'migrations'))).sort().map((name) => name.split('_')[0]);

const stack = new AsyncDisposableStack();
let folder: string;
let hosted: HostedCommand;
let postgres: ManagedPostgres;
/** The folder `supabase` of that commit; undefined without a history. */
let former: string | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-hosted-history-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  hosted = await installHostedCommand(folder);
  postgres = stack.use(await startManagedPostgres());
  await mkdir(join(folder, 'platform', 'migrations'), { recursive: true });
  const version = await unpackVersion(folder, beforeBaseline);
  if (version === undefined) return;
  former = join(version, 'supabase');
  // The CLI refuses the configuration of that commit, which has passkeys without [auth.webauthn].
  await cp(join(supabaseDir, 'config.toml'), join(former, 'config.toml'));
}, 300_000);
afterAll(() => stack.disposeAsync());

interface Project {
  readonly db: Database;
  readonly url: string;
}

/** Runs `npm run hosted` as far as the steps for the database go. @param changes of the environment */
function runHosted(
  { url }: Pick<Project, 'url'>,
  further: readonly string[] = [],
  changes: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const environment = {
    DATABASE_URL: url,
    SUPABASE_SECRET_KEY: 'sb_secret_of_the_history_test_0123456789',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_of_the_history_test',
    PUBLIC_URL: 'https://taxi.example',
    BRAND_NAME: 'Transfer del Pacífico',
    WHATSAPP_NUMBER: '+56987654321',
    STAND_IN_FAILS_AT: 'config push',
    ...changes,
  };
  const args = ['--project', 'abcdefghijklmnopqrst', '--out', join(folder, 'site')];
  return hosted.run([...args, ...further], environment);
}

/** Creates a database with the platform's tables and what a folder of migrations adds to them. */
async function createProject(name: string, migrations = join(folder, 'platform')): Promise<Project> {
  await postgres.administrate(`create database ${name} owner ${postgres.account}`);
  const url = postgres.url.replace('@/product?', `@localhost/${name}?`);
  const access = { connectionString: url };
  const db = stack.use(openDatabase({ owner: access, caller: access, onError: () => {} }));
  await migrate(db, migrations);
  return { db, url };
}

/** An empty project, as Supabase creates it. */
async function createEmptyProject(name: string): Promise<Project> {
  const project = await createProject(name);
  await project.db.query('drop schema supabase_migrations cascade');
  return project;
}

/** Pushes migrations as an operator did before the baseline. @param workdir holds a folder `supabase` */
async function push(workdir: string, { url }: Project): Promise<void> {
  const args = ['db', 'push', '--include-seed', '--yes', '--workdir', workdir, '--db-url', url];
  const { code, output } = await hosted.cli(...args);
  expect(code, output).toBe(0);
}

const historyOf = async ({ db }: Project) => (await readAppliedMigrations(db)).product;

/** Runs the command, whose steps for the database must succeed. @returns its output */
async function runDatabaseSteps(project: Project): Promise<string> {
  const { output } = await runHosted(project);
  expect(output).toContain('“Push the configuration” failed');
  return output;
}

test('an empty project gets what our own server makes, and a second push changes nothing', async () => {
  const project = await createEmptyProject('empty');
  const own = await createProject('own', supabaseDir);
  expect(await runDatabaseSteps(project)).toContain(`Applying migration ${baseline}_baseline.sql`);
  expect(await historyOf(project)).toEqual(versions);
  expect(await readCatalog(project.db)).toEqual(await readCatalog(own.db));
  const again = await runDatabaseSteps(project);
  expect(again).toContain('Remote database is up to date.');
  expect(again).not.toContain('migration repair');
});

test('a project at the last migration before the baseline keeps its schema and rows, and gets a new history', async () => {
  if (former === undefined) return;
  const project = await createEmptyProject('former');
  await push(join(former, '..'), project);
  await project.db.query(
    `insert into public.drivers (name, license_plate, driver_code) values ('Diego', 'DDDD11', 'C-1')`,
  );
  const recorded = await historyOf(project);
  expect(recorded).toHaveLength(95);
  const repair = `supabase migration repair --status reverted ${recorded.slice(0, -1).join(' ')} --linked --yes`;

  const unrepaired = await hosted.cli('db', 'push', '--yes', '--db-url', project.url);
  expect(unrepaired.output).toContain('Remote migration versions not found in local migrations directory.');

  const dryRun = await runHosted(project, ['--dry-run']);
  expect(dryRun.code, dryRun.output).toBe(0);
  expect(dryRun.output).toContain(`$ ${repair}\n`);
  expect(await historyOf(project)).toEqual(recorded);

  const failed = await runHosted(project, [], { STAND_IN_FAILS_AT: 'db push' });
  expect(failed.output).toContain('“Push migrations and seed” failed');
  expect(await historyOf(project)).toEqual([baseline]);
  const repeated = await runDatabaseSteps(project);
  expect(repeated).not.toContain('migration repair');
  expect(repeated).not.toContain('baseline.sql');
  expect(await historyOf(project)).toEqual(versions);
  const deleted = await project.db.query(
    'delete from public.drivers returning name, license_plate, driver_code',
  );
  expect(deleted).toEqual([{ name: 'Diego', license_plate: 'DDDD11', driver_code: 'C-1' }]);
  const own = await createProject('repaired', supabaseDir);
  expect(await readCatalog(project.db)).toEqual(await readCatalog(own.db));
});

test('an older project is refused before anything is changed', async () => {
  if (former === undefined) return;
  const workdir = join(folder, 'older');
  await mkdir(join(workdir, 'supabase', 'migrations'), { recursive: true });
  await cp(join(supabaseDir, 'config.toml'), join(workdir, 'supabase', 'config.toml'));
  await cp(join(supabaseDir, 'templates'), join(workdir, 'supabase', 'templates'), { recursive: true });
  await writeFile(join(workdir, 'supabase', 'seed.sql'), '');
  const [first = '', second = ''] = (await readdir(join(former, 'migrations'))).sort();
  for (const file of [first, second])
    await cp(join(former, 'migrations', file), join(workdir, 'supabase', 'migrations', file));
  const project = await createEmptyProject('older');
  await push(workdir, project);
  const recorded = await historyOf(project);
  expect(recorded).toHaveLength(2);
  const before = await hosted.calls();
  for (const args of [[], ['--dry-run']]) {
    const { code, output } = await runHosted(project, args);
    expect(code).toBe(1);
    expect(output).toContain(
      `The database is older than the migration ${baseline}_baseline (its last one is ${recorded[1]}). Nothing was changed. Update to commit ${beforeBaseline} first`,
    );
  }
  expect(await hosted.calls()).toBe(before);
  expect(await historyOf(project)).toEqual(recorded);
});

test('a dry run without the database prints the steps, and says that it compared nothing', async () => {
  const url = 'postgres://postgres:hush@127.0.0.1:9/postgres';
  const { code, output } = await runHosted({ url }, ['--dry-run']);
  expect(code, output).toBe(0);
  expect(output).toMatch(/migrations were not compared with those here\. DATABASE_URL cannot be used/);
  expect(output).toContain('db push');
});
