import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ended, runProgram } from '../../backend/testing/processes.ts';
import { cliPackage } from '../../tools/hosted/cli.ts';

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program to its end. */
export async function runToEnd(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const program = runProgram(file, args, environment);
  return { code: await ended(program), output: program.output() };
}

/** The CLI otherwise tells its makers about every call. */
const withoutTelemetry = { SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };

/** `npm run hosted` with a Supabase CLI whose project is a database of the test's own. */
export interface HostedCommand {
  /** Runs the command. @param environment that of the operator */
  run(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Outcome>;
  /** Runs the real CLI. */
  cli(...args: readonly string[]): Promise<Outcome>;
  /** How the command called the CLI, one line for each call. */
  calls(): Promise<string>;
}

/** Installs the Supabase CLI, 150 MB, which only these tests need. @param folder of the test, which keeps the calls */
export async function installHostedCommand(folder: string): Promise<HostedCommand> {
  const packages = join(folder, 'cli');
  await mkdir(packages);
  const installed = await runToEnd('npm', [
    'install',
    '--prefix',
    packages,
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    cliPackage,
  ]);
  if (installed.code !== 0) throw new Error(installed.output);
  const cli = join(packages, 'node_modules/.bin/supabase');
  const standIn = ['--cli', `${process.execPath} e2e/long/supabase-cli.ts`];
  const variables = { ...withoutTelemetry, STAND_IN_FOLDER: folder, STAND_IN_CLI: cli };
  return {
    run: (args, environment) =>
      runToEnd(process.execPath, ['tools/run.mjs', '--with-tests', 'tools/hosted.ts', ...standIn, ...args], {
        ...variables,
        ...environment,
      }),
    cli: (...args) => runToEnd(cli, args, { ...withoutTelemetry, PUBLIC_URL: 'https://taxi.example' }),
    calls: () => readFile(join(folder, 'calls'), 'utf8').catch(() => ''),
  };
}
