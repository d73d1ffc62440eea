import { access, constants, mkdir, stat } from 'node:fs/promises';
import { ConfigError } from './parsers.ts';

/** Explanations of the operating system's error codes, for the operator. */
const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/**
 * Makes the data folder unless it is there.
 * @throws ConfigError when this account cannot keep files in it
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    if (!(await stat(dataDir)).isDirectory()) throw Object.assign(new Error(), { code: 'EEXIST' });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATA_DIR is “${dataDir}”, which cannot be used: ${reasons[code] ?? message}. Set it to a folder that this account may write to.`,
    );
  }
}
