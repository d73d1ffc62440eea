import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRunningPostgres } from '../../backend/db/embedded.ts';
import { installHostedCommand, type HostedCommand, type Outcome } from './hosted-command.ts';
import { createInstallation, type Installation } from './installation.ts';

/*
 * `npm run hosted` brings the product to an empty project. Our own server without migrations, functions and
 * configuration plays the project; the database is its own. The real CLI changes the database, and `supabase-cli.ts`
 * stands in for its calls of Supabase's API.
 */

const secretKey = 'sb_secret_of_the_hosted_test_0123456789';
const publishableKey = 'sb_publishable_of_the_hosted_test';
const email = 'duena@example.com';

let folder: string;
let hosted: HostedCommand;
let project: Installation;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-hosted-'));
  await mkdir(join(folder, 'project', 'migrations'), { recursive: true });
  hosted = await installHostedCommand(folder);
  project = await createInstallation({
    SUPABASE_DIR: join(folder, 'project'),
    SUPABASE_SECRET_KEY: secretKey,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    LOG_LEVEL: 'silent',
  });
}, 300_000);
afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test('a project starts without tables, functions and configuration', async () => {
  await project.start();
  // Our server has recorded that it found no seed.
  await project.query('drop schema supabase_migrations cascade');
  const { host = '' } = (await findRunningPostgres(project.dataDir)) ?? {};
  environment = {
    DATABASE_URL: `postgres://postgres:hush@localhost/postgres?host=${encodeURIComponent(host)}`,
    SUPABASE_SECRET_KEY: secretKey,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    PUBLIC_URL: 'https://taxi.example',
    BRAND_NAME: 'Transfer del Pacífico',
    WHATSAPP_NUMBER: '+56987654321',
    DRIVER_APPROVAL: 'manual',
  };
});

/** Runs `npm run hosted` with further arguments and variables. */
function runHosted(further: readonly string[] = [], changes: Record<string, string> = {}): Promise<Outcome> {
  const given = { '--project': 'abcdefghijklmnopqrst', '--url': project.address, '--admin': email };
  const args = [...Object.entries(given).flat(), '--out', join(folder, 'site'), ...further];
  return hosted.run(args, { ...environment, ...changes });
}

test('with --dry-run it prints every command without secrets and changes nothing', async () => {
  const { code, output } = await runHosted(['--dry-run']);
  expect(code, output).toBe(0);
  for (const command of [
    'link',
    'db push',
    'config push',
    'secrets set',
    'functions deploy',
    'npm run build',
  ])
    expect(output).toContain(command);
  expect(output).not.toMatch(/hush|sb_secret/);
  expect(await hosted.calls()).toBe('');
});

test.each([
  [{ WHATSAPP_NUMBER: '' }, 'VITE_WHATSAPP_NUMBER is not set'],
  [{ DATABASE_URL: '' }, 'DATABASE_URL is not set'],
  [{ PUBLIC_URL: 'taxi' }, 'PUBLIC_URL is “taxi”'],
])('with %j it says so before it changes anything', async (changes, message) => {
  const { code, output } = await runHosted([], changes);
  expect(code).toBe(1);
  expect(output).toContain(message);
  expect(await hosted.calls()).toBe('');
});

test.each(['--yes', '-x', 'a b', '../a', 'a;b', ''])('no project is called %j', async (name) => {
  const { code } = await runHosted([`--project=${name}`]);
  expect(code).toBe(1);
  expect(await hosted.calls()).toBe('');
});

test('a step that fails ends it, with the name of the step', async () => {
  const { code, output } = await runHosted([], { STAND_IN_FAILS_AT: 'db push' });
  expect(code).toBe(1);
  expect(output).toMatch(/“Push migrations and seed” failed: it ended with exit code 1\./);
  expect(await hosted.calls()).not.toContain('config push');
});

test('a configuration that the plan of the project does not allow is explained', async () => {
  const { code, output } = await runHosted([], { STAND_IN_FAILS_AT: 'config push' });
  expect(code).toBe(1);
  expect(output).toContain(
    'take it out of supabase/config.toml: [auth.sessions] limits the length of sessions',
  );
  expect(await hosted.calls()).not.toContain('functions deploy');
});

test('it sets up a project, whose first administrator lists the accounts; again, it changes nothing of theirs', async () => {
  const first = await runHosted();
  expect(first.code, first.output).toBe(0);
  expect((await hosted.calls()).split('\n').slice(-6)).toEqual([
    'link --project-ref abcdefghijklmnopqrst --yes',
    'db push --linked --include-seed --yes',
    'config push --project-ref abcdefghijklmnopqrst --yes',
    'secrets set REQUIRE_ADMIN_MFA=false --project-ref abcdefghijklmnopqrst --yes',
    'functions deploy --use-api --project-ref abcdefghijklmnopqrst --yes',
    '',
  ]);
  expect(
    await project.query("select name, value from private.settings where name = 'driver_approval'"),
  ).toEqual([{ name: 'driver_approval', value: 'manual' }]);
  expect(await project.query('select count(*)::integer as tours from time_based_routes')).toEqual([
    { tours: 2 },
  ]);
  const config = await readFile(join(folder, 'project/config.toml'), 'utf8');
  for (const line of [
    'site_url = "https://taxi.example"',
    'rp_id = "taxi.example"',
    'rp_display_name = "Transfer del Pacífico"',
    'rp_origins = ["https://taxi.example"]',
  ])
    expect(config).toContain(line);
  const page = await readFile(join(folder, 'site/index.html'), 'utf8');
  expect(page).toContain(`name="backend-url" content="${project.address}"`);
  expect(page).toContain('+56987654321');
  expect(await readFile(join(folder, 'site/_headers'), 'utf8')).toContain(project.address);

  // A hosted project serves what was deployed at once; our server reads it when it starts.
  await project.end('SIGTERM');
  await project.start();
  const [, password = ''] = /^Password: (\S+)$/m.exec(first.output) ?? [];
  const headers = { apikey: publishableKey, 'content-type': 'application/json' };
  const signIn = async () => {
    const init = { method: 'POST', headers, body: JSON.stringify({ email, password }) };
    const response = await fetch(`${project.address}/auth/v1/token?grant_type=password`, init);
    return (await response.json()) as { access_token: string };
  };
  const { access_token: token } = await signIn();
  const listed = await fetch(`${project.address}/functions/v1/admin-users`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  expect([listed.status, await listed.json()]).toMatchObject([200, { total: 1, users: [{ email }] }]);

  const { host = '' } = (await findRunningPostgres(project.dataDir)) ?? {};
  const database = `postgres://postgres:hush@localhost/postgres?host=${encodeURIComponent(host)}`;
  const second = await runHosted([], { DATABASE_URL: database });
  expect(second.code, second.output).toBe(0);
  expect(second.output).toContain(`${email} is an administrator already.`);
  expect(second.output).not.toContain('Password:');
  expect(await signIn()).toHaveProperty('access_token');
});
