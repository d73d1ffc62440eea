// `node tools/run.mjs [--with-tests] <script.ts> [arguments]`: installs what is missing and runs the script on Node 24.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, node, root } from './install.mjs';

const [first, ...rest] = process.argv.slice(2);
const withTests = first === '--with-tests';
// The commands of an installation share its settings; tests have their own.
const settings = !withTests && existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];
if (settings.length > 0) refuseUnreadable(join(root, '.env'));
const script = [...settings, ...(withTests ? rest : [first, ...rest])];
/** Only the server is started again when it ends itself. */
const isServer = first === 'tools/start.ts';
/** What the server ends with when its event loop was blocked: see backend/telemetry/watchdog.ts. */
const blocked = { exitCode: 70, signal: 'SIGABRT' };
/** In milliseconds. A server that ran for a minute is started again after the shortest wait. */
const [minWait, maxWait, healthyAfter] = [1000, 60_000, 60_000];

/** The settings hold passwords, so other accounts cannot read them; Node would say that there is no such file. */
function refuseUnreadable(file) {
  try {
    accessSync(file, constants.R_OK);
  } catch {
    console.error(
      `This account cannot read ${file}. Run this as the account of the server: sudo -u … npm run …`,
    );
    process.exit(1);
  }
}

let child;
let wait = minWait;
let stopping = false;

function start() {
  const startedAt = Date.now();
  child = spawn(node, script, { cwd: root, stdio: 'inherit' });
  child.on('exit', (code, signal) => {
    const endedItself = code === blocked.exitCode || signal === blocked.signal;
    if (!isServer || !endedItself || stopping) process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
    if (Date.now() - startedAt > healthyAfter) wait = minWait;
    console.error(`The server ended itself (${code ?? signal}). It is started again in ${wait / 1000} s.`);
    setTimeout(start, wait);
    wait = Math.min(wait * 2, maxWait);
  });
}

/** Ends the child once: it may get the same signal from the terminal, too. */
function stop() {
  if (stopping) return;
  stopping = true;
  if (child.exitCode !== null || child.signalCode !== null) process.exit(0);
  child.kill('SIGTERM');
}

ensureInstalled({ withTests });
start();
// The last one comes when the terminal is closed. The terminal's own signals reach the child by themselves, too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
// npm hands its signals to a shell, which ends without handing them on.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && stop(), 500).unref();
