// `node tools/run.mjs [--with-tests] <script.ts> [arguments]`: installs what is missing and runs the script on Node 24.
// Before a server (`server/main.ts`, `tools/demo.ts`) it builds the web app; it restarts a server that exits with a failure.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unreadableLines } from './env-file.mjs';
import { ensureInstalled, node, root } from './install.mjs';
import { commandEnvironment, serverEnvironment } from './memory.mjs';

const withTests = process.argv[2] === '--with-tests';
const script = process.argv.slice(withTests ? 3 : 2);
// The commands of an installation share its settings; tests have their own.
const settings = !withTests && existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];
if (settings.length > 0) checkSettings(join(root, '.env'));
const isServer = script[0] === 'server/main.ts' || script[0] === 'tools/demo.ts';
/**
 * The ways to exit after which the server is restarted: its event loop was blocked (backend/telemetry/watchdog.ts), its heap was
 * full, or the operating system was out of memory (SIGKILL).
 */
const failed = { exitCode: 70, signals: ['SIGABRT', 'SIGKILL'] };
/** After a run of a minute, the restart takes the shortest wait. */
const [minWaitMs, maxWaitMs, healthyAfterMs] = [1000, 60_000, 60_000];

/**
 * Names the lines that Node would skip or misread. The settings hold passwords, so other accounts cannot read them; Node
 * would say that there is no such file.
 */
function checkSettings(file) {
  try {
    accessSync(file, constants.R_OK);
    for (const problem of unreadableLines(readFileSync(file, 'utf8'))) console.error(`${file}: ${problem}`);
  } catch {
    console.error(
      `This account cannot read ${file}. Run this as the account of the server: sudo -u … npm run …`,
    );
    process.exit(1);
  }
}

let child;
let wait = minWaitMs;
let stopping = false;

function exit(code, signal) {
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
}

function environment() {
  if (isServer) return serverEnvironment();
  // Tests run files of temporary folders, which would stay in the compile cache.
  return withTests ? process.env : commandEnvironment();
}

function start() {
  const startedAt = Date.now();
  child = spawn(node, [...settings, ...script], { cwd: root, stdio: 'inherit', env: environment() });
  child.on('exit', (code, signal) => {
    const hasFailed = code === failed.exitCode || failed.signals.includes(signal);
    if (!isServer || !hasFailed || stopping) exit(code, signal);
    if (Date.now() - startedAt > healthyAfterMs) wait = minWaitMs;
    console.error(`The server exited (${code ?? signal}); restarting in ${wait / 1000} s.`);
    setTimeout(start, wait);
    wait = Math.min(wait * 2, maxWaitMs);
  });
}

/** Builds the web app unless that has been done, in a process of its own: the server would keep the memory that it takes. */
function buildAndStart() {
  // The build ends when the channel closes, as it does also after kill -9.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  child = spawn(node, [...settings, 'tools/build.ts'], { cwd: root, stdio, env: commandEnvironment() });
  child.on('exit', (code, signal) => (code === 0 && !stopping ? start() : exit(code, signal)));
}

/** Ends the child once: it may get the same signal from the terminal, too. */
function stop() {
  if (stopping) return;
  stopping = true;
  if (child.exitCode !== null || child.signalCode !== null) process.exit(0);
  child.kill('SIGTERM');
}

await ensureInstalled({ withTests });
if (isServer) buildAndStart();
else start();
// The last one comes when the terminal is closed. The terminal's own signals reach the child by themselves, too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
// npm hands its signals to a shell, which ends without handing them on.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && stop(), 500).unref();
