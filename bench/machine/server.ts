import { cp, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Secrets } from '../../backend/config/secrets.ts';
import { answers, startProcess, type Target } from './process.ts';

const root = resolve(import.meta.dirname, '../..');

/** The product, started as an operator starts it, on a folder of its own; the rate limits are out of the way. */
export interface BenchServer extends Target {
  /** The unix socket folder of its PostgreSQL, for the raw driver. */
  readonly socketFolder: string;
}

async function withoutRateLimits(folder: string): Promise<string> {
  const supabaseDir = join(folder, 'supabase');
  await cp(join(root, 'supabase'), supabaseDir, { recursive: true });
  const path = join(supabaseDir, 'config.toml');
  const limited = await readFile(path, 'utf8');
  const unlimited = limited.replace(/^(sign_in_sign_ups|token_refresh)\s*=.*\n/gm, '');
  const limits = ['sign_in_sign_ups', 'token_refresh', 'wrong_passwords'].map(
    (name) => `${name} = 100000000`,
  );
  await writeFile(path, unlimited.replace('[auth.rate_limit]', `[auth.rate_limit]\n${limits.join('\n')}`));
  return supabaseDir;
}

/**
 * Starts it once to make its folder, and again to be measured: an installation starts many times.
 * @param requestsPerSecond of one network; without it there is no limit, since all requests come from this machine
 */
export async function startBenchServer(port: number, requestsPerSecond = 0): Promise<BenchServer> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'transfer-bench-'))).path;
  const dataDir = join(folder, 'data');
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    SUPABASE_DIR: await withoutRateLimits(folder),
    REVIEWS_PER_HOUR: '0',
    REQUESTS_PER_SECOND: String(requestsPerSecond),
    LOG_LEVEL: 'error',
  };
  const start = () => startProcess(['server/main.ts'], { cwd: root, env }, () => answers(port));
  await (await start())[Symbol.asyncDispose]();
  const measured = stack.use(await start());
  const postmaster = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Secrets;
  const resources = stack.move();
  return {
    name: 'ours',
    port,
    publishableKey: secrets.publishableKey,
    process: measured,
    socketFolder: postmaster[4] ?? '',
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
