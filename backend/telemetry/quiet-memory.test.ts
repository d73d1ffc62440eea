import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const module = join(import.meta.dirname, 'quiet-memory.ts');

/**
 * Runs a process that leaves 48 MiB of garbage and is watched every 50 ms.
 * @param then what it does afterwards: statements of a program
 * @returns the MiB by which its heap shrank, and how often it collected
 */
async function runWatched(then: string) {
  const program = `
    import { getHeapStatistics } from 'node:v8';
    import { collectWhenQuiet } from ${JSON.stringify(module)};
    const heap = () => getHeapStatistics().total_heap_size / 2 ** 20;
    const { gc } = globalThis;
    let collections = 0;
    globalThis.gc = (options) => {
      collections += 1;
      gc(options);
    };
    let garbage = Array.from({ length: 2 ** 19 }, (_, index) => [index, index, index, index]);
    const before = heap();
    garbage = undefined;
    using watched = collectWhenQuiet(50);
    ${then}
    console.log(JSON.stringify({ freed: before - heap(), collections }));`;
  const options = ['--expose-gc', '--input-type=module', '-e', program];
  const { stdout } = await run(process.execPath, options);
  return JSON.parse(stdout) as { readonly freed: number; readonly collections: number };
}

test('a quiet process gives its garbage back, once', async () => {
  const { freed, collections } = await runWatched(`
    const turn = () => new Promise((settle) => setTimeout(settle, 50));
    while (collections === 0) await turn();
    for (let more = 0; more < 5; more += 1) await turn();`);
  expect(freed).toBeGreaterThan(16);
  expect(collections).toBe(1);
});

test('a busy process is not held up', async () => {
  const { collections } = await runWatched(`
    const end = performance.now() + 500;
    while (performance.now() < end) await new Promise((settle) => setImmediate(settle));`);
  expect(collections).toBe(0);
});
