/** Looks an environment variable up; undefined when it is not set. */
export type VariableLookup = (name: string) => string | undefined;

/**
 * Puts environment variables in place of the texts `env(NAME)` of a parsed `config.toml`, as the Supabase CLI does. The
 * text of a variable that is not set stays as it is; the check of the value reports it.
 */
export function resolveVariables(value: unknown, lookup: VariableLookup): unknown {
  if (typeof value === 'string') {
    const name = /^env\(([A-Za-z_][A-Za-z0-9_]*)\)$/.exec(value)?.[1];
    return (name !== undefined && lookup(name)) || value;
  }
  if (Array.isArray(value)) return value.map((entry) => resolveVariables(entry, lookup));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, resolveVariables(entry, lookup)]),
  );
}
