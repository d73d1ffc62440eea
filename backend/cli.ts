import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig, type Config } from './config/config.ts';
import { readEnvironment, readVariable } from './config/env.ts';
import { checkPort } from './http/listen.ts';
import { serve } from './serve.ts';

const usage = `Usage: node backend/cli.ts serve --project <folder> [--data <folder>] [--port <port>]

Serves a project of the Supabase CLI: its migrations, seed, functions and config.toml.

  --project  the project's supabase folder, or the folder that holds it
  --data     where the server keeps database, files and keys (./data)
  --port     TCP port of the API (8000)

Further settings come from the environment: see backend/README.md.`;

/** The folder of `config.toml` and `migrations`: the one given, or `supabase` in it. */
function projectFolder(given: string): string {
  const inner = join(given, 'supabase');
  return resolve(existsSync(inner) ? inner : given);
}

function parseCommand() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { project: { type: 'string' }, data: { type: 'string' }, port: { type: 'string' } },
    });
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n\n${usage}`);
  }
}

/** @throws ConfigError with the usage, or with a sentence about a setting */
async function configure(): Promise<{ readonly config: Config }> {
  const { positionals, values } = parseCommand();
  if (positionals.join(' ') !== 'serve' || !values.project) throw new ConfigError(usage);
  const environment = {
    ...readEnvironment(),
    SUPABASE_DIR: projectFolder(values.project),
    ...(values.data && { DATA_DIR: values.data }),
    ...(values.port && { PORT: values.port }),
  };
  return { config: await loadConfig(environment, readVariable, checkPort) };
}

await serve({
  program: import.meta.filename,
  configure,
  announce: ({ config: { publicUrl, keys } }) => [
    `API: ${publicUrl}`,
    `Publishable key: ${keys.publishable}`,
    `Secret key: ${keys.secret}`,
  ],
});
