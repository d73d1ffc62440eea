import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseDatabaseUrl, parseUrl } from '../backend/config/parsers.ts';
import { hostedSteps, siteEnvironment, type HostedSetup } from './hosted-steps.ts';
import { readStaticSite } from './static-site.ts';

/** The release of the Supabase CLI that the commands were written for. */
const cliPackage = 'supabase@2.122.1';

const usage = `npm run hosted -- --project <ref> [--admin <e-mail>] [--out <folder>] [--url <address>] [--cli <command>] [--dry-run]

Brings migrations, configuration, settings, functions, the first administrator and a static build to a hosted Supabase
project. It can be repeated: that is also how to update.

  --project  reference of the project, as in https://<ref>.supabase.co
  --admin    mail address of the first administrator, whose password is printed once
  --out      folder of the static build (dist)
  --url      address of the API, where the project has a domain of its own
  --cli      how to run the Supabase CLI (“supabase” where it is installed, else npx ${cliPackage})
  --dry-run  print the commands and change nothing

The environment gives DATABASE_URL, SUPABASE_SECRET_KEY, SUPABASE_PUBLISHABLE_KEY, PUBLIC_URL, BRAND_NAME,
WHATSAPP_NUMBER, and further settings of docs/configuration.md. Sign in to the CLI before (supabase login), or set
SUPABASE_ACCESS_TOKEN. See docs/hosted.md.`;

function findCli(command: string | undefined): readonly string[] {
  if (command) return command.split(/\s+/);
  const isInstalled = spawnSync('supabase', ['--version']).status === 0;
  return isInstalled ? ['supabase'] : ['npx', '--yes', cliPackage];
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Without arguments this command says what it needs.`);
  return value;
}

function readSetup(): { readonly setup: HostedSetup; readonly isDryRun: boolean } {
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
  if (!/^[a-z0-9-]{1,40}$/.test(project))
    throw new Error(`--project is “${project}”; it must be the reference in https://<ref>.supabase.co.`);
  const setup = {
    project,
    apiUrl: parseUrl('--url', url ?? `https://${project}.supabase.co`),
    publicUrl: parseUrl('PUBLIC_URL', required('PUBLIC_URL')),
    databaseUrl: parseDatabaseUrl('DATABASE_URL', required('DATABASE_URL')),
    secretKey: required('SUPABASE_SECRET_KEY'),
    administrator: admin?.trim().toLowerCase(),
    cli: findCli(cli),
    out: resolve(out),
    environment: process.env,
  };
  // Before anything is changed: a build that would fail fails here.
  const site = siteEnvironment(setup);
  readStaticSite((name) => site[name]);
  return { setup, isDryRun: values['dry-run'] };
}

async function main(): Promise<void> {
  const { setup, isDryRun } = readSetup();
  const steps = hostedSteps(setup);
  for (const [index, { title, command, run }] of steps.entries()) {
    console.log(`\n${index + 1}/${steps.length} ${title}\n$ ${command}`);
    if (isDryRun) continue;
    await run().catch((error: Error) => {
      throw new Error(`“${title}” failed: ${error.message}. Correct that and run this command again.`);
    });
  }
  if (isDryRun) return;
  console.log(`\nDone. Publish the files of ${setup.out} at ${setup.publicUrl}.`);
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
