import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { secretKey } from './settings.ts';

const root = resolve(import.meta.dirname, '../..');

export interface ProductOptions {
  /** As `freePort` gives it. */
  readonly port: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Changes the text of `config.toml`. */
  readonly configure?: (config: string) => string;
}

export interface Product extends AsyncDisposable {
  readonly address: string;
  readonly dataFolder: string;
  /** Ends the server as a power cut does: SIGKILL, in the middle of whatever it is doing. */
  readonly kill: () => Promise<void>;
  /** Starts it again on what it has kept, perhaps with other settings; it listens when this resolves. */
  readonly restart: (changed?: Readonly<Record<string, string>>) => Promise<void>;
}

/** A product of its own, for journeys that need another configuration; it listens when this resolves. */
export async function startProduct({ port, environment, configure }: ProductOptions): Promise<Product> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-product-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const supabaseDir = join(folder, 'supabase');
  await cp(join(root, 'supabase'), supabaseDir, { recursive: true });
  const dataFolder = join(folder, 'data');
  const config = join(supabaseDir, 'config.toml');
  if (configure) await writeFile(config, configure(await readFile(config, 'utf8')));
  const start = async (changed: Readonly<Record<string, string>> = {}) => {
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DATA_DIR: dataFolder,
        SUPABASE_DIR: supabaseDir,
        SUPABASE_SECRET_KEY: secretKey,
        PORT: String(port),
        LOG_LEVEL: 'error',
        ...environment,
        ...changed,
      },
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the server ended with ${String(code)} before it listened`);
    });
    await Promise.race([once(child.stdout, 'data'), ended]);
    ended.catch(() => undefined);
    return child;
  };
  let server = await start();
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  stack.defer(() => end('SIGTERM'));
  const running = stack.move();
  return {
    address: `http://127.0.0.1:${port}`,
    dataFolder,
    kill: () => end('SIGKILL'),
    restart: async (changed) => {
      server = await start(changed);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
