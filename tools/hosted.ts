import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { readSettings } from '../backend/config/env.ts';
import { parseDatabaseUrl, parseSiteUrl, parseUrl } from '../backend/config/parsers.ts';
import { readAddress } from '../backend/db/address.ts';
import { companyOf } from '../server/database.ts';
import { pageSettings } from '../server/settings/table.ts';
import { newPassword } from '../supabase/functions/_shared/passwords.ts';
import { findAccount, makeAdministrator, type Send } from './administrator.ts';
import { runCommand } from './command.ts';
import { cliPackage, findCli } from './hosted/cli.ts';
import { compareHistory } from './hosted/history.ts';
import { readStaticSite } from './static-site.ts';

const root = resolve(import.meta.dirname, '..');

const usage = `npm run hosted -- --project <ref> [--admin <e-mail>] [--out <folder>] [--url <address>] [--cli <command>] [--dry-run]

Brings migrations, configuration, settings, functions, the first administrator and a static build to a hosted Supabase
project. It can be repeated: that is also how to update.

  --project  reference of the project, as in https://<ref>.supabase.co
  --admin    mail address of the first administrator, whose password is printed once
  --out      folder of the static build (dist)
  --url      address of the API, where the project has a domain of its own
  --cli      how to run the Supabase CLI (“supabase” where it is installed, else npx ${cliPackage})
  --dry-run  compare the project's migrations with those here, print the commands and change nothing

The environment gives DATABASE_URL, SUPABASE_SECRET_KEY, SUPABASE_PUBLISHABLE_KEY, PUBLIC_URL, BRAND_NAME,
WHATSAPP_NUMBER, and further settings of docs/configuration.md. Sign in to the CLI before (supabase login), or set
SUPABASE_ACCESS_TOKEN. See docs/hosted.md.`;

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Without arguments this command says what it needs.`);
  return value;
}

type Variables = Readonly<Record<string, string>>;

/** The variables of the static build: the page's settings behind `VITE_`. */
function siteEnvironment(apiUrl: string, publicUrl: string): Variables {
  const settings: NodeJS.ProcessEnv = { ...process.env, PUBLIC_URL: publicUrl };
  const ofPage = Object.values(pageSettings).map(
    ({ name }) => [`VITE_${name}`, settings[name] ?? ''] as const,
  );
  return { VITE_SUPABASE_URL: apiUrl, ...Object.fromEntries(ofPage) };
}

function readSetup() {
  const { values } = parseArgs({
    options: {
      project: { type: 'string' },
      admin: { type: 'string' },
      out: { type: 'string', default: 'dist' },
      url: { type: 'string' },
      cli: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const { project, admin, out, url, cli } = values;
  if (!project) throw new Error(usage);
  // The CLI would take one that begins with a dash for an option.
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(project))
    throw new Error(`--project is “${project}”; it must be the reference in https://<ref>.supabase.co.`);
  const apiUrl = parseUrl('--url', url ?? `https://${project}.supabase.co`);
  const publicUrl = parseSiteUrl('PUBLIC_URL', required('PUBLIC_URL'));
  const site = siteEnvironment(apiUrl, publicUrl);
  const setup = {
    project,
    apiUrl,
    publicUrl,
    site,
    databaseUrl: parseDatabaseUrl('DATABASE_URL', required('DATABASE_URL')),
    secretKey: required('SUPABASE_SECRET_KEY'),
    administrator: admin?.trim().toLowerCase(),
    cli: findCli(cli),
    out: resolve(out),
    isDryRun: values['dry-run'],
  };
  // Before anything is changed: a build that would fail fails here, and an address that cannot be read.
  readStaticSite((name) => site[name]);
  readAddress('DATABASE_URL', setup.databaseUrl);
  return setup;
}

type Setup = ReturnType<typeof readSetup>;

interface Step {
  readonly title: string;
  /** The command as it is printed, without secrets. */
  readonly command: string;
  /** The remedy for the likeliest failure. */
  readonly remedy?: string;
  /** Safe to repeat. */
  run(): Promise<void>;
}

/** Runs a program in the project's folder and shows what it says. */
async function runProgram(program: readonly string[], variables: Variables): Promise<void> {
  const [file = '', ...args] = program;
  const child = spawn(file, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...variables } });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`it ended with exit code ${code}`);
}

/** The variables of `[auth.webauthn]` in `supabase/config.toml`. */
function relyingParty(publicUrl: string, site: Variables): Variables {
  const { hostname, origin } = new URL(publicUrl);
  return {
    WEBAUTHN_RP_ID: hostname,
    WEBAUTHN_RP_ORIGIN: origin,
    WEBAUTHN_RP_DISPLAY_NAME: site['VITE_BRAND_NAME'] ?? '',
  };
}

/** A step of the Supabase CLI. Secrets go by the environment: arguments are visible to other users of the machine. */
function cliStep(setup: Setup, title: string, args: readonly string[], secrets: Variables = {}): Step {
  const { publicUrl, site } = setup;
  const variables = { PUBLIC_URL: publicUrl, ...relyingParty(publicUrl, site), ...secrets };
  return {
    title,
    command: ['supabase', ...args].join(' '),
    run: () => runProgram([...setup.cli, ...args], variables),
  };
}

/** Writes the settings that policies and functions read; which there are, the database knows. */
async function writeSettings({ databaseUrl }: Setup): Promise<void> {
  const client = new pg.Client(readAddress('DATABASE_URL', databaseUrl).access);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select name from private.settings order by name');
    for (const { name } of rows) {
      const value = process.env[name.toUpperCase()];
      if (!value) continue;
      await client.query('select private.configure($1)', [JSON.stringify({ [name]: value })]).catch(() => {
        throw new Error(`${name.toUpperCase()} is “${value}”, which the database does not accept`);
      });
      console.log(`${name}: ${value}`);
    }
    await client.query('select private.configure_company($1)', [
      JSON.stringify(companyOf(readSettings(pageSettings, process.env))),
    ]);
  } finally {
    await client.end();
  }
}

/** Creates the administrator, or promotes the account. An administrator who is one already stays as they are. */
function administratorStep({ apiUrl, secretKey }: Setup, email: string): Step {
  const send: Send = (path, init) => fetch(apiUrl + path, init);
  return {
    title: 'Create the first administrator',
    command: `POST ${apiUrl}/auth/v1/admin/users ${email}`,
    async run() {
      const account = await findAccount(send, secretKey, email);
      if (account?.app_metadata?.['role'] === 'admin')
        return console.log(`${email} is an administrator already.`);
      const password = newPassword();
      console.log(await makeAdministrator(send, secretKey, email, password));
      console.log(`Password: ${password}`);
    },
  };
}

const proRemedy =
  'Where the output above says that a setting needs the Pro plan, take it out of supabase/config.toml: [auth.sessions] limits the length of sessions, which never end without it.';

/**
 * Everything between an empty project and the app, in order.
 * @param replaced recorded migrations without a file: the CLI would refuse to push
 */
function hostedSteps(setup: Setup, replaced: readonly string[]): readonly Step[] {
  const { project, databaseUrl, administrator, out } = setup;
  const ofProject = ['--project-ref', project, '--yes'];
  const database = { SUPABASE_DB_PASSWORD: decodeURIComponent(new URL(databaseUrl).password) };
  const requireMfa = `REQUIRE_ADMIN_MFA=${process.env['REQUIRE_ADMIN_MFA'] ?? 'false'}`;
  const repairArgs = ['migration', 'repair', '--status', 'reverted', ...replaced, '--linked', '--yes'];
  const pushArgs = ['db', 'push', '--linked', '--include-seed', '--yes'];
  return [
    cliStep(setup, 'Link the project', ['link', ...ofProject], database),
    ...(replaced.length === 0
      ? []
      : [cliStep(setup, 'Repair the history: the baseline replaces older migrations', repairArgs, database)]),
    cliStep(setup, 'Push migrations and seed', pushArgs, database),
    { ...cliStep(setup, 'Push the configuration', ['config', 'push', ...ofProject]), remedy: proRemedy },
    {
      title: 'Write the settings into private.settings',
      command: `psql "$DATABASE_URL" -c "select private.configure('{…}')"`,
      run: () => writeSettings(setup),
    },
    cliStep(setup, 'Set the secrets of the functions', ['secrets', 'set', requireMfa, ...ofProject]),
    cliStep(setup, 'Deploy all functions', ['functions', 'deploy', '--use-api', ...ofProject]),
    ...(administrator === undefined ? [] : [administratorStep(setup, administrator)]),
    {
      title: `Build the app into ${out}`,
      command: `VITE_SUPABASE_URL=${setup.apiUrl} … npm run build -- --out ${out}`,
      run: () => runProgram([process.execPath, 'tools/build.ts', '--out', out], setup.site),
    },
  ];
}

await runCommand(async () => {
  const setup = readSetup();
  const replaced = await compareHistory({ ...setup, supabaseDir: join(root, 'supabase') });
  const steps = hostedSteps(setup, replaced);
  for (const [index, { title, command, remedy, run }] of steps.entries()) {
    console.log(`\n${index + 1}/${steps.length} ${title}\n$ ${command}`);
    if (setup.isDryRun) continue;
    await run().catch((error: Error) => {
      const advice = remedy === undefined ? '' : ` ${remedy}`;
      throw new Error(
        `“${title}” failed: ${error.message}.${advice} Correct that and run this command again.`,
      );
    });
  }
  if (setup.isDryRun) return;
  console.log(`\nDone. Publish the files of ${setup.out} at ${setup.publicUrl}.`);
});
