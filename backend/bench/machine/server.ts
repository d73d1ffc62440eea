import { cp, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readEnvironment } from '../../config/env.ts';
import type { Secrets } from '../../config/secrets.ts';
import bounds from '../../memory.json' with { type: 'json' };
import { answers, startProcess, type Target } from './process.ts';

/** A server on a data folder of its own; the rate limits are out of the way. */
export interface BenchServer extends Target {
  /** The unix socket folder of its PostgreSQL, for the raw client. */
  readonly socketFolder: string;
  readonly secretKey: string;
}

/** Copies a project into `folder`, with rate limits that no measurement reaches. @returns the copy's path */
export async function withoutRateLimits(project: string, folder: string): Promise<string> {
  const copy = join(folder, 'supabase');
  await cp(project, copy, { recursive: true });
  const path = join(copy, 'config.toml');
  const limited = await readFile(path, 'utf8');
  const unlimited = limited
    .replace(/^(sign_in_sign_ups|token_refresh)\s*=.*$/gm, '$1 = 100000000')
    .replace('[auth.rate_limit]', '$&\nwrong_passwords = 100000000');
  await writeFile(path, unlimited);
  return copy;
}

/** The environment of a measured server, with its memory bounded as operators bound it. There is no limit of requests per second, since all come from this machine. */
export function environmentOf(port: number, dataDir: string, copy: string) {
  return {
    ...readEnvironment(),
    ...bounds,
    // A start reads what the one before has compiled.
    NODE_COMPILE_CACHE: join(dirname(dataDir), 'compiled'),
    DATA_DIR: dataDir,
    PORT: String(port),
    SUPABASE_DIR: copy,
    REQUESTS_PER_SECOND: '0',
    LOG_LEVEL: 'error',
  };
}

/**
 * Starts a server on a copy of a project: once to make its folder, and again to be measured, since an installation starts
 * many times.
 * @param command gives the arguments of Node; the variable SUPABASE_DIR names the copy, too
 */
export async function startServer(
  port: number,
  project: string,
  command: (copy: string) => readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'backend-bench-'))).path;
  const dataDir = join(folder, 'data');
  const copy = await withoutRateLimits(project, folder);
  const env = { ...environmentOf(port, dataDir, copy), ...environment };
  const start = () => startProcess(command(copy), { cwd: folder, env }, () => answers(port));
  await (await start())[Symbol.asyncDispose]();
  const measured = stack.use(await start());
  const postmaster = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Secrets;
  const resources = stack.move();
  return {
    port,
    publishableKey: secrets.publishableKey,
    secretKey: secrets.secretKey,
    process: measured,
    socketFolder: postmaster[4] ?? '',
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
