// Runs on whatever Node the machine has (20.19 or later): it brings Node 24 and everything else from npm.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const executable = process.platform === 'win32' ? 'node.exe' : 'node';

/** The Node 24 that npm brought. */
export const node = join(root, 'node_modules', 'node', 'bin', executable);

/** Standard output belongs to the script that follows: `npm run --silent secrets >> .env`. */
const stdio = ['inherit', process.stderr.fd, 'inherit'];

/** Longer than most installations take, and less than npm takes to give up without a network. */
const unusuallyLongMs = 30_000;

async function run(command, args, cwd) {
  const child = spawn(command, args, { cwd, stdio });
  const reminder = setTimeout(
    () =>
      console.error('Still installing. Is there no network? npm says so after some minutes; Ctrl-C ends it.'),
    unusuallyLongMs,
  );
  const [code, signal] = await once(child, 'exit').catch((error) => [error.message]);
  clearTimeout(reminder);
  if (code === 0) return;
  const wasSaid = typeof code === 'number' || signal;
  console.error(wasSaid ? `“${command} ${args.join(' ')}” failed; its output above says why.` : code);
  process.exit(1);
}

/** The packages that a lock file names, by their folder. */
function readPackages(file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

/** This repository's own packages, the root and the workspaces: their folders are there, and imports name files in them. */
const isOwn = (folder, { link }) => link || !folder.startsWith('node_modules/');

/**
 * Whether `node_modules` holds what `package-lock.json` names, whoever installed it. npm lists there what it installed
 * once it is done, so an installation that was cut counts as none. Of optional packages npm takes those of this platform.
 */
function isInstalled(withTests) {
  const installed = readPackages('node_modules/.package-lock.json');
  return Object.entries(readPackages('package-lock.json')).every(([folder, wanted]) => {
    if (isOwn(folder, wanted) || (wanted.dev && !withTests)) return true;
    const present = installed[folder];
    return present ? present.version === wanted.version : Boolean(wanted.optional || wanted.devOptional);
  });
}

/**
 * Installs what `package-lock.json` names, unless that has been done. Running the product needs less than testing it:
 * `withTests` adds the tools and the browser of the tests.
 */
export async function ensureInstalled({ withTests }) {
  if (!isInstalled(withTests)) {
    console.error('Installing (once), which needs the network …');
    const npm = process.env.npm_execpath;
    // npm would try for minutes without a network, and says nothing before it gives up.
    const timeoutMs = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    const args = ['ci', ...quiet, ...timeoutMs, ...(withTests ? [] : ['--omit=dev'])];
    if (npm) await run(process.execPath, [npm, ...args], root);
    else await run('npm', args, root);
  }
  // Where npm runs no install scripts, the package `node` has not fetched its program.
  if (existsSync(node)) return;
  const folder = join(root, 'node_modules', 'node');
  await run(process.execPath, ['installArchSpecificPackage'], folder);
}
