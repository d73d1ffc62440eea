import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { keepTemporaryFilesInMemory } from './memory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the unix socket of the test run's PostgreSQL. */
    readonly socketFolder: string;
  }
}

/** Nothing of a test run has to survive a power cut, and each file creates and drops databases. */
const carefree = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Starts one PostgreSQL for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await keepTemporaryFilesInMemory();
  const stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-test-'));
  // A worker that ends may still write to the cache.
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  // Half of the time a server or a command takes to start is the compilation of its code.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  const postgres = stack.use(await startEmbeddedPostgres(folder, () => {}, { settings: carefree }));
  project.provide('socketFolder', String(postgres.connection.host));
  return () => stack.disposeAsync();
}
