import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Lists the files of `assets/` that the newest build made, as opposed to those kept of the build before. */
const listFile = '.assets.json';

/** The files of `assets/` that the build in the folder made itself; all of them when it left no list. */
async function ownAssets(folder: string): Promise<readonly string[]> {
  const present: readonly string[] = await readdir(join(folder, 'assets')).catch(() => []);
  const list = await readFile(join(folder, listFile), 'utf8').catch(() => undefined);
  const own = list === undefined ? present : (JSON.parse(list) as readonly string[]);
  return own.filter((name) => present.includes(name));
}

/**
 * Reads the assets of the build in a folder, before the next build empties it. Their names hold a hash of the content.
 * @returns puts them beside the assets of the new build, and notes which are its own; nothing older stays
 */
export async function keepPreviousAssets(folder: string): Promise<() => Promise<void>> {
  const assets = join(folder, 'assets');
  const previous = new Map<string, Buffer>();
  for (const name of await ownAssets(folder)) previous.set(name, await readFile(join(assets, name)));
  return async () => {
    await mkdir(assets, { recursive: true });
    const own = await readdir(assets);
    await writeFile(join(folder, listFile), JSON.stringify(own));
    for (const [name, body] of previous) if (!own.includes(name)) await writeFile(join(assets, name), body);
  };
}
