import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file of the image in use, which a page of that version loads: it stands for the build argument PREVIOUS. */
export const previousAsset = { path: 'assets/previous-version.js', content: 'the version before' };

/** Makes a folder that an image of the version before is made of. */
export async function writePreviousVersion(folder: string): Promise<void> {
  const file = join(folder, 'app/dist', previousAsset.path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, previousAsset.content);
}
