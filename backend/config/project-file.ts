import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { readVariable } from './env.ts';
import { ConfigError } from './parsers.ts';

/** Looks an environment variable up; undefined when it is not set. */
export type VariableLookup = (name: string) => string | undefined;

/** The variable that a text of `config.toml` names as `env(NAME)`; undefined for any other text. */
export function namedVariable(text: string): string | undefined {
  return /^env\(([A-Za-z_][A-Za-z0-9_]*)\)$/.exec(text)?.[1];
}

/**
 * Puts environment variables in place of the texts `env(NAME)` of a parsed `config.toml`, as the Supabase CLI does. The
 * text of a variable that is not set stays as it is; the check of the value reports it.
 */
function resolveVariables(value: unknown, lookup: VariableLookup): unknown {
  if (typeof value === 'string') {
    const name = namedVariable(value);
    return (name !== undefined && lookup(name)) || value;
  }
  if (Array.isArray(value)) return value.map((entry) => resolveVariables(entry, lookup));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, resolveVariables(entry, lookup)]),
  );
}

/**
 * Reads `config.toml` of a project and returns what `interpret` makes of it. A project without the file counts as one
 * with an empty file.
 * @throws ConfigError that names the file, also for what `interpret` throws
 */
export async function readProjectFile<Result>(
  supabaseDir: string,
  interpret: (parsed: unknown) => Result,
  lookup: VariableLookup = readVariable,
): Promise<Result> {
  const file = join(supabaseDir, 'config.toml');
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return interpret(resolveVariables(parseToml(text), lookup));
  } catch (error) {
    throw new ConfigError(`${file} cannot be used: ${(error as Error).message}`);
  }
}
