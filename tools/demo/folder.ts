import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../backend/util/operator-error.ts';

/** The file that marks a data folder as a demo's. It holds the day on which its company was complete, or nothing yet. */
const marker = 'demo.json';

/** Tells an earlier demo and an empty or missing folder from a folder that holds anything else. */
export async function isDemoFolder(folder: string): Promise<boolean> {
  try {
    const entries = await readdir(folder);
    return entries.length === 0 || entries.includes(marker);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false;
    throw error;
  }
}

/**
 * Makes the folder a demo's, or finds that it is one.
 * @returns the day on which its company was made, `2026-11-25`; undefined while it has none
 * @throws OperatorError when the folder holds anything else
 */
export async function claimDemoFolder(folder: string): Promise<string | undefined> {
  if (!(await isDemoFolder(folder)))
    throw new OperatorError(
      `${folder} holds something else than a demo, which the demo does not touch. Name an empty folder: DATA_DIR=./demo-data npm run demo`,
    );
  // The mode of a data folder: it holds keys.
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = await readFile(join(folder, marker), 'utf8').catch(() => undefined);
  if (text === undefined) await writeFile(join(folder, marker), '{}\n');
  return (JSON.parse(text ?? '{}') as { readonly made?: string }).made;
}

/** Notes that the company of the demo is complete. */
export async function finishDemoFolder(folder: string): Promise<void> {
  const made = new Date().toISOString().slice(0, 10);
  await writeFile(join(folder, marker), `${JSON.stringify({ made })}\n`);
}
