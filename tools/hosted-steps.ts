import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import pg from 'pg';
import { pageSettings } from '../server/settings/table.ts';
import { newPassword } from '../supabase/functions/_shared/passwords.ts';
import { findAccount, makeAdministrator, type Send } from './administrator.ts';

const root = resolve(import.meta.dirname, '..');

/** What the steps need to know; see `docs/hosted.md`. */
export interface HostedSetup {
  /** The project's reference. */
  readonly project: string;
  /** The address of the project's API, without a trailing slash. */
  readonly apiUrl: string;
  /** Where people open the app. */
  readonly publicUrl: string;
  readonly databaseUrl: string;
  readonly secretKey: string;
  /** The first administrator's mail address. */
  readonly administrator: string | undefined;
  /** The Supabase CLI as a program and its first arguments. */
  readonly cli: readonly string[];
  /** Folder of the static build. */
  readonly out: string;
  /** The settings by the names that our own server knows them by. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface Step {
  readonly title: string;
  /** What runs, without secrets. */
  readonly command: string;
  /** Safe to repeat. */
  run(): Promise<void>;
}

type Variables = Readonly<Record<string, string>>;

/** Runs a program in the project's folder and shows what it says. */
async function runProgram(program: readonly string[], variables: Variables): Promise<void> {
  const [file = '', ...args] = program;
  const child = spawn(file, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...variables } });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`it ended with exit code ${code}`);
}

/** A step of the Supabase CLI. Secrets go by the environment: arguments are visible to other users of the machine. */
function cliStep(setup: HostedSetup, title: string, args: readonly string[], secrets: Variables = {}): Step {
  const variables = { PUBLIC_URL: setup.publicUrl, ...secrets };
  return {
    title,
    command: ['supabase', ...args].join(' '),
    run: () => runProgram([...setup.cli, ...args], variables),
  };
}

/** Writes the settings that policies and functions read; which there are, the database knows. */
async function writeSettings({ databaseUrl, environment }: HostedSetup): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select name from private.settings order by name');
    for (const { name } of rows) {
      const value = environment[name.toUpperCase()];
      if (!value) continue;
      await client.query('select private.configure($1)', [JSON.stringify({ [name]: value })]).catch(() => {
        throw new Error(`${name.toUpperCase()} is “${value}”, which the database does not accept`);
      });
      console.log(`${name}: ${value}`);
    }
  } finally {
    await client.end();
  }
}

/** Creates the administrator, or promotes the account. An administrator who is one already stays as they are. */
async function ensureAdministrator({ apiUrl, secretKey }: HostedSetup, email: string): Promise<void> {
  const send: Send = (path, init) => fetch(apiUrl + path, init);
  const account = await findAccount(send, secretKey, email);
  if (account?.app_metadata?.['role'] === 'admin') {
    console.log(`${email} is an administrator already.`);
    return;
  }
  const password = newPassword();
  console.log(await makeAdministrator(send, secretKey, email, password));
  console.log(`Password: ${password}`);
}

/** The variables of the static build: the page's settings behind `VITE_`. */
export function siteEnvironment({ apiUrl, publicUrl, environment }: HostedSetup): Variables {
  const settings: HostedSetup['environment'] = { ...environment, PUBLIC_URL: publicUrl };
  return {
    VITE_SUPABASE_URL: apiUrl,
    ...Object.fromEntries(
      Object.values(pageSettings).map(({ name }) => [`VITE_${name}`, settings[name] ?? '']),
    ),
  };
}

/** Everything between an empty project and the app, in order. */
export function hostedSteps(setup: HostedSetup): readonly Step[] {
  const { project, databaseUrl, environment, administrator, out } = setup;
  const ofProject = ['--project-ref', project, '--yes'];
  const database = { SUPABASE_DB_PASSWORD: decodeURIComponent(new URL(databaseUrl).password) };
  const requireMfa = `REQUIRE_ADMIN_MFA=${environment['REQUIRE_ADMIN_MFA'] ?? 'false'}`;
  return [
    cliStep(setup, 'Link the project', ['link', ...ofProject], database),
    cliStep(
      setup,
      'Push migrations and seed',
      ['db', 'push', '--linked', '--include-seed', '--yes'],
      database,
    ),
    cliStep(setup, 'Push the configuration', ['config', 'push', ...ofProject]),
    {
      title: 'Write the settings into private.settings',
      command: `psql "$DATABASE_URL" -c "select private.configure('{…}')"`,
      run: () => writeSettings(setup),
    },
    cliStep(setup, 'Set the secrets of the functions', ['secrets', 'set', requireMfa, ...ofProject]),
    cliStep(setup, 'Deploy all functions', ['functions', 'deploy', '--use-api', ...ofProject]),
    ...(administrator === undefined
      ? []
      : [
          {
            title: 'Create the first administrator',
            command: `POST ${setup.apiUrl}/auth/v1/admin/users ${administrator}`,
            run: () => ensureAdministrator(setup, administrator),
          },
        ]),
    {
      title: `Build the app into ${out}`,
      command: `VITE_SUPABASE_URL=${setup.apiUrl} … npm run build -- --out ${out}`,
      run: () => runProgram([process.execPath, 'tools/build.ts', '--out', out], siteEnvironment(setup)),
    },
  ];
}
