import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { functionEnvironment } from '../../backend/functions/environment.ts';
import type { ProductApp } from './app.ts';
import { listen } from '../../backend/http/listen.ts';

const functionsFolder = resolve(import.meta.dirname, '../../supabase/functions');

/** Functions that run in Deno, the hosted runtime, against our server on a port. */
export interface DenoFunctions extends AsyncDisposable {
  /** @param path begins with the name of the function: `/admin-users/…` */
  request(path: string, init: RequestInit): Promise<Response>;
}

type FunctionEnvironment = Readonly<Record<string, string>>;

/** The environment of a hosted project's functions: keys as dictionaries only. */
export function withoutLegacyKeys(environment: FunctionEnvironment): FunctionEnvironment {
  const names = ['SUPABASE_URL', 'SUPABASE_SECRET_KEYS', 'SUPABASE_PUBLISHABLE_KEYS', 'REQUIRE_ADMIN_MFA'];
  return Object.fromEntries(Object.entries(environment).filter(([name]) => names.includes(name)));
}

/** The executable in the package of this platform; it works where install scripts are switched off, too. */
function denoExecutable(): string {
  const { platform, arch } = process;
  const name = `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`;
  const wrapper = createRequire(import.meta.url).resolve('deno/package.json');
  const folderOfPlatform = dirname(createRequire(wrapper).resolve(`${name}/package.json`));
  return join(folderOfPlatform, platform === 'win32' ? 'deno.exe' : 'deno');
}

/** The address at which a new Deno process says that it listens. */
function listeningAddress(child: ChildProcess): Promise<string> {
  return new Promise((found, reject) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /Listening on (http:\/\/[\d.]+:\d+)\//.exec(output)?.[1];
      if (address) found(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Deno ended: ${output}`)));
  });
}

/** Starts a function's `index.ts`, which may use the network and its environment and nothing else. */
function spawnDeno(name: string, folder: string, environment: FunctionEnvironment) {
  const permissions = ['--no-prompt', '--allow-env', '--allow-net', '--no-config', '--no-remote', '--no-npm'];
  return spawn(denoExecutable(), ['run', ...permissions, join(functionsFolder, name, 'index.ts')], {
    env: {
      ...environment,
      DENO_DIR: folder,
      DENO_NO_PACKAGE_JSON: '1',
      DENO_NO_UPDATE_CHECK: '1',
      DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
      NO_COLOR: '1',
    },
  });
}

/**
 * Runs functions in Deno against `server`.
 * @param change makes the environment of the functions from the one that our server gives them
 */
export async function startDenoFunctions(
  server: ProductApp,
  names: readonly string[],
  change: (environment: FunctionEnvironment) => FunctionEnvironment = (same) => same,
): Promise<DenoFunctions> {
  await using stack = new AsyncDisposableStack();
  const { trustedProxies } = server.context.config;
  const listener = await listen({ ...server.app, trustedProxies }, '127.0.0.1', 0);
  stack.defer(() => new Promise((closed) => void listener.close(() => closed())));
  const folder = await mkdtemp(join(tmpdir(), 'transfer-deno-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const publicUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const environment = change(
    functionEnvironment({ ...server.context.config, publicUrl }, server.context.tokens.publicKeys),
  );
  const addresses = new Map<string, string>();
  for (const name of names) {
    const child = spawnDeno(name, folder, environment);
    stack.defer(async () => {
      if (child.exitCode === null && child.kill()) await once(child, 'exit');
    });
    addresses.set(name, await listeningAddress(child));
  }
  const running = stack.move();
  return {
    request: (path, init) => fetch(`${addresses.get(path.split(/[/?]/)[1] ?? '') ?? ''}${path}`, init),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
