import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { measureRequests } from './requests/run.ts';
import { measureWebsockets } from './websockets/run.ts';

/** Benchmarks by their folder, which gives each its name and keeps its last result, Markdown, as `RESULT.md`. */
type Questions = ReadonlyMap<string, () => Promise<string>>;

export const questions: Questions = new Map([
  [join(import.meta.dirname, 'requests'), measureRequests],
  [join(import.meta.dirname, 'websockets'), measureWebsockets],
]);

/**
 * Runs every benchmark, or those named on the command line, and writes each result into its folder.
 * @throws Error when there is none of that name
 */
export async function ask(all: Questions): Promise<void> {
  const asked = process.argv.slice(2);
  const names = [...all.keys()].map((folder) => basename(folder));
  const unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no benchmark ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  for (const [folder, measure] of all) {
    if (asked.length > 0 && !asked.includes(basename(folder))) continue;
    console.log(`Measuring ${basename(folder)}; this takes minutes …`);
    const report = await measure();
    console.log(report);
    await writeFile(join(folder, 'RESULT.md'), report);
  }
}

if (import.meta.main) await ask(questions);
