import { appendFile, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { answers, startProcess, type MeasuredProcess } from '../../../backend/bench/machine/process.ts';
import type { Target } from './network.ts';

const root = resolve(import.meta.dirname, '../../..');

/** A fresh installation behind a proxy, with every limit as it is installed. */
export interface InstalledServer extends Target, AsyncDisposable {
  readonly process: MeasuredProcess;
  readonly dataDir: string;
}

/** Starts the product on a new folder. SAML is switched on: it is one of the targets. */
export async function startInstalledServer(port: number): Promise<InstalledServer> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-hostile-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const supabaseDir = join(folder, 'supabase');
  await cp(join(root, 'supabase'), supabaseDir, { recursive: true });
  await appendFile(join(supabaseDir, 'config.toml'), '\n[auth.saml]\nenabled = true\n');
  const dataDir = join(folder, 'data');
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    SUPABASE_DIR: supabaseDir,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'fatal',
  };
  const measured = stack.use(await startProcess(['server/main.ts'], { cwd: root, env }, () => answers(port)));
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as {
    readonly publishableKey: string;
  };
  const resources = stack.move();
  return {
    url: `http://127.0.0.1:${port}`,
    publishableKey: secrets.publishableKey,
    process: measured,
    dataDir,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
