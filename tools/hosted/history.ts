import { readReplacedMigrations } from '../../backend/db/migrate.ts';
import { openHosted } from '../../backend/hosted/open.ts';

/** The database of a project, and the folder whose migrations it gets. */
interface Comparison {
  readonly databaseUrl: string;
  readonly supabaseDir: string;
  readonly isDryRun: boolean;
}

/**
 * Compares the project's history of migrations with the folder, before a step changes anything.
 * @returns recorded versions that the baseline replaces; none in a dry run that does not reach the database
 * @throws OperatorError for a project that is older than the baseline, or newer than this version
 */
export async function compareHistory({ databaseUrl, supabaseDir, isDryRun }: Comparison) {
  const opened = await openHosted('DATABASE_URL', databaseUrl).catch((error: Error) => {
    if (!isDryRun) throw error;
    console.log(`The project's migrations were not compared with those here. ${error.message}`);
  });
  if (!opened) return [];
  await using db = opened;
  return await readReplacedMigrations(db, supabaseDir);
}
