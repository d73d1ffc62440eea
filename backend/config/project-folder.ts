import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../util/operator-error.ts';

/** SUPABASE_DIR names no project; the message names the folder. */
export class ProjectFolderError extends OperatorError {}

/** The parts of a project folder as the Supabase CLI lays it out, each optional. */
const parts = ['config.toml', 'migrations', 'functions', 'seed.sql'];

/**
 * Checks that a folder holds a project before a database is made from it.
 * @throws ProjectFolderError
 */
export async function checkProjectFolder(supabaseDir: string): Promise<void> {
  const found = await Promise.allSettled(parts.map((part) => access(join(supabaseDir, part))));
  if (found.some(({ status }) => status === 'fulfilled')) return;
  throw new ProjectFolderError(
    `SUPABASE_DIR is “${supabaseDir}”, which holds no project: neither config.toml nor migrations. Set it to the project's supabase folder.`,
  );
}
