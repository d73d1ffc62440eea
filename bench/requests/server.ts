import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Secrets } from '../../server/config/secrets.ts';

const root = resolve(import.meta.dirname, '../..');

/** The product, started as an operator starts it, on a folder of its own; the rate limits are out of the way. */
export interface BenchServer extends AsyncDisposable {
  readonly port: number;
  readonly secrets: Secrets;
  /** The unix socket folder of its PostgreSQL, for the raw driver. */
  readonly socketFolder: string;
  /** Memory of the server process in MiB (without PostgreSQL). */
  memory(): Promise<number>;
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

export async function startBenchServer(port: number): Promise<BenchServer> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-bench-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const supabaseDir = await withoutRateLimits(folder);
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      SUPABASE_DIR: supabaseDir,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((settle) => child.once('exit', () => settle()));
  stack.defer(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  await new Promise<void>((settle, fail) => {
    child.stdout.on('data', (text) => String(text).includes('is ready') && settle());
    child.once('exit', () => fail(new Error('the server did not start')));
  });
  const postmaster = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const resources = stack.move();
  return {
    port,
    secrets: JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Secrets,
    socketFolder: postmaster[4] ?? '',
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
