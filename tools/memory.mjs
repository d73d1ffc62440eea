import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** Node keeps compiled modules: the next start need not load the compiler that removes types from TypeScript. */
export function commandEnvironment() {
  return { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env };
}

/**
 * Adds the variables that bound the server's memory (backend/README.md says why), which `Dockerfile` and
 * `deploy/systemd/transfer.service` set, too. The operator's own options come last and win.
 */
export function serverEnvironment() {
  const bounds = JSON.parse(readFileSync(join(root, 'backend', 'memory.json'), 'utf8'));
  const own = process.env.NODE_OPTIONS ?? '';
  return { ...bounds, ...commandEnvironment(), NODE_OPTIONS: `${bounds.NODE_OPTIONS} ${own}`.trim() };
}
