import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readEnvironment } from '../../config/env.ts';
import { clubFolder } from '../club.ts';
import { answers, startProcess, type Target } from '../machine/process.ts';

const run = promisify(execFile);
const version = '0.10.0';

/** `pglite` takes the migrations of the project; `sqlite`, the default of @supabase/lite, only a part of them. */
export type Backend = 'pglite' | 'sqlite';

const environment = {
  ...readEnvironment(),
  NODE_NO_WARNINGS: '1',
  EXPERIMENTAL_STORAGE: '1',
  DO_NOT_TRACK: '1',
  LITE_TELEMETRY: '0',
};

/** Installs @supabase/lite into a folder of its own: it is no dependency. */
export async function installLite(folder: string): Promise<string> {
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await run('npm', ['install', '--no-audit', '--no-fund', `@supabase/lite@${version}`], { cwd: folder });
  return join(folder, 'node_modules/@supabase/lite/dist/cli/index.js');
}

const storage = `
[storage]
enabled = true

[storage.buckets.pictures]
public = true
`;

/** The realtime publication, which @supabase/lite does not have. */
const leftOut = /alter publication supabase_realtime[^;]*;/g;

/** The project's migrations, as far as @supabase/lite can run them. */
async function writeMigrations(folder: string): Promise<void> {
  await mkdir(join(folder, 'migrations'), { recursive: true });
  const source = join(clubFolder, 'migrations');
  for (const name of await readdir(source)) {
    const sql = await readFile(join(source, name), 'utf8');
    await writeFile(join(folder, 'migrations', name), sql.replace(leftOut, ''));
  }
  // Hosted Supabase and we grant these; @supabase/lite does not.
  const grants = `grant usage on schema auth, storage to anon, authenticated, service_role;
    grant select, insert on storage.objects to authenticated;`;
  await writeFile(join(folder, 'migrations', '20990101000000_grants.sql'), grants);
}

async function prepare(command: string, project: string, backend: Backend, port: number): Promise<void> {
  const lite = (...args: readonly string[]) =>
    run(process.execPath, [command, ...args], { cwd: project, env: environment });
  const supabase = join(project, 'supabase');
  await lite('init', ...(backend === 'pglite' ? ['--pglite'] : []));
  const initial = await readFile(join(supabase, 'config.toml'), 'utf8');
  const config = initial.replace(/port = \d+/, `port = ${port}`);
  if (backend === 'pglite') {
    await writeFile(join(supabase, 'config.toml'), config.replace(/schema_paths.*\n/, '') + storage);
    await writeMigrations(supabase);
  } else {
    await writeFile(join(supabase, 'config.toml'), config + storage);
    await cp(join(import.meta.dirname, 'sqlite-schema.sql'), join(supabase, 'schemas/schema.sql'));
    await lite('db', 'diff', '-f', 'schema');
  }
  await lite('migration', 'up');
}

async function readKey(project: string, name: string): Promise<string> {
  const text = await readFile(join(project, '.env'), 'utf8');
  return new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';
}

/** Starts @supabase/lite on `port` as its documentation says, with its own command. */
export async function startLite(command: string, backend: Backend, port: number): Promise<Target> {
  await using stack = new AsyncDisposableStack();
  const project = stack.use(await mkdtempDisposable(join(tmpdir(), `lite-${backend}-`))).path;
  await prepare(command, project, backend, port);
  const secret = await readKey(project, 'SUPABASE_SECRET_KEY');
  const start = () =>
    startProcess([command, 'start', '--no-admin'], { cwd: project, env: environment }, () => answers(port));
  await (await start())[Symbol.asyncDispose]();
  const measured = stack.use(await start());
  // A bucket that a migration has made already is refused, which is as good.
  await fetch(`http://127.0.0.1:${port}/storage/v1/bucket`, {
    method: 'POST',
    headers: { apikey: secret, authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'pictures', name: 'pictures', public: true }),
  });
  const resources = stack.move();
  return {
    name: `@supabase/lite ${version}, ${backend}`,
    port,
    publishableKey: await readKey(project, 'SUPABASE_PUBLISHABLE_KEY'),
    process: measured,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
