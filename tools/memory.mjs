// Variables that keep a process small. `Dockerfile` and `deploy/transfer.service` set the same for the server; a test
// compares them. docs/operations.md has the figures.
import { join } from 'node:path';
import { root } from './install.mjs';

/**
 * V8 lets garbage pile up in proportion to the memory of the machine unless its heap is bounded. A server needs less than
 * 100 MiB of heap. glibc keeps freed memory in up to eight arenas per core.
 */
export const bounds = {
  NODE_OPTIONS: '--max-semi-space-size=16 --max-old-space-size=512',
  MALLOC_ARENA_MAX: '2',
};

/** Node keeps compiled modules: the next start need not load the compiler that removes types from TypeScript. */
export function commandEnvironment() {
  return { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env };
}

/** The operator's own options come last and win. */
export function serverEnvironment() {
  const own = process.env.NODE_OPTIONS ?? '';
  return { ...bounds, ...commandEnvironment(), NODE_OPTIONS: `${bounds.NODE_OPTIONS} ${own}`.trim() };
}
