import { access, constants } from 'node:fs/promises';
import { explainFileError } from '../disk/file-errors.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { ConfigError } from './parsers.ts';

/** Makes the data folder unless it is there. @throws ConfigError when this account cannot keep files in it */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR is “${dataDir}”, which cannot be used: ${explainFileError(error)}. Set it to a folder that this account may write to.`,
    );
  }
}
