import { open, rename, rm } from 'node:fs/promises';

/** Replaces a file so that a crash at any moment leaves the former content or the new one, never a part. */
export async function writeFileAtomically(path: string, content: string, mode: number): Promise<void> {
  const temporary = `${path}.${process.pid}.new`;
  try {
    {
      await using file = await open(temporary, 'w', mode);
      await file.writeFile(content);
      await file.sync();
    }
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
