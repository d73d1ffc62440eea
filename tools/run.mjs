// `node tools/run.mjs [--with-tests] <script.ts> [arguments]`: installs what is missing and runs the script on Node 24.
import { spawn } from 'node:child_process';
import { ensureInstalled, node, root } from './install.mjs';

const [first, ...rest] = process.argv.slice(2);
const withTests = first === '--with-tests';
ensureInstalled({ withTests });
const child = spawn(node, withTests ? rest : [first, ...rest], { cwd: root, stdio: 'inherit' });
// Ctrl-C reaches the child by itself; what is sent to this process alone is handed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
