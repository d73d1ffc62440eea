// Runs on whatever Node the machine has (20.19 or later): it brings Node 24 and everything else from npm.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.installed');
const executable = process.platform === 'win32' ? 'node.exe' : 'node';

/** The Node 24 that npm brought. */
export const node = join(root, 'node_modules', 'node', 'bin', executable);

function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status === 0) return;
  console.error(error?.message ?? `“${command} ${args.join(' ')}” failed; its output above says why.`);
  process.exit(1);
}

/**
 * Installs what `package-lock.json` names, unless that has been done. Running the product needs less than testing it:
 * `withTests` adds the tools and the browser of the tests.
 */
export function ensureInstalled({ withTests }) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  const wanted = withTests ? `${lock} with tests` : lock;
  if (!installed.startsWith(wanted)) {
    console.log('Installing (once) …');
    const npm = process.env.npm_execpath;
    const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(withTests ? [] : ['--omit=dev'])];
    if (npm) run(process.execPath, [npm, ...args], root);
    else run('npm', args, root);
  }
  // Where npm runs no install scripts, the package `node` has not fetched its program.
  if (!existsSync(node)) {
    const folder = join(root, 'node_modules', 'node');
    run(process.execPath, ['installArchSpecificPackage'], folder);
  }
  if (!installed.startsWith(wanted)) writeFileSync(stamp, wanted);
}
