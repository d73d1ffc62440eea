import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/*
 * Stands in for the Supabase CLI at a hosted project that is not there. It notes how it was called. The commands for the
 * linked database run the real CLI on DATABASE_URL; the commands for Supabase's API do to our server, which plays the
 * project, what the CLI does to a project. STAND_IN_FOLDER is the project's own folder, STAND_IN_CLI the real CLI.
 */

const repository = resolve(import.meta.dirname, '../../supabase');
const folder = process.env['STAND_IN_FOLDER'] ?? '';
const project = join(folder, 'project');
const args = process.argv.slice(2);

/** Runs the real CLI once, and shows its output. @returns the output and the exit code */
async function runCli(): Promise<{ readonly output: string; readonly code: number | null }> {
  const address = ['--db-url', process.env['DATABASE_URL'] ?? ''];
  const cliArgs = args.flatMap((arg) => (arg === '--linked' ? address : [arg]));
  const child = spawn(process.env['STAND_IN_CLI'] ?? '', cliArgs, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const [code] = (await once(child, 'close')) as [number | null];
  console.log(output);
  return { output, code };
}

/** Our server, which plays the project, looks at its tables whenever they change: a deadlock with that is no defect. */
async function changeDatabase(): Promise<void> {
  for (;;) {
    const { output, code } = await runCli();
    if (output.includes('deadlock detected')) continue;
    process.exitCode = code ?? 1;
    return;
  }
}

async function pushConfiguration(): Promise<void> {
  const text = await readFile(join(repository, 'config.toml'), 'utf8');
  const resolved = text.replace(/env\((\w+)\)/g, (unset, name: string) => process.env[name] ?? unset);
  await writeFile(join(project, 'config.toml'), resolved);
}

async function main(): Promise<void> {
  await appendFile(join(folder, 'calls'), `${args.join(' ')}\n`);
  const command = args.slice(0, 2).join(' ');
  if (command === process.env['STAND_IN_FAILS_AT']) {
    console.error('unexpected status 403');
    process.exitCode = 1;
  } else if (args.includes('--linked')) await changeDatabase();
  else if (command === 'config push') await pushConfiguration();
  else if (command === 'functions deploy')
    await cp(join(repository, 'functions'), join(project, 'functions'), { recursive: true });
}

await main();
