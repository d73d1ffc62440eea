import { glob, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { SeedSettings } from './database-settings.ts';

/** The seeds of a project, in the order in which they run. */
export interface SeedFiles {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Patterns that match no file. */
  readonly unmatched: readonly string[];
}

async function matching(pattern: string, supabaseDir: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const name of glob(pattern.replaceAll(sep, '/'), { cwd: supabaseDir })) {
    const file = resolve(supabaseDir, name);
    if ((await stat(file)).isFile()) found.push(file);
  }
  return found.sort();
}

/** Finds the files of `sql_paths` as the Supabase CLI does: patterns in their order, matches by name, each file once. */
export async function findSeeds(
  supabaseDir: string,
  { enabled, sql_paths: patterns }: SeedSettings,
): Promise<SeedFiles> {
  if (!enabled) return { files: [], unmatched: [] };
  const matches = await Promise.all(patterns.map((pattern) => matching(pattern, supabaseDir)));
  return {
    files: [...new Set(matches.flat())],
    unmatched: patterns.filter((_, index) => matches[index]?.length === 0),
  };
}
