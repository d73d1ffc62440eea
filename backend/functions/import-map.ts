import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';

/** Targets of a function's imports. A key that ends in a slash maps every specifier that begins with it. */
export type ImportMap = ReadonlyMap<string, string>;

const schema = v.object({
  imports: v.optional(v.record(v.string(), v.string()), {}),
  importMap: v.optional(v.string()),
});

/** In the order of the Supabase CLI: the function's own configuration, then that of all functions. */
const names = ['deno.json', 'deno.jsonc', 'import_map.json'];

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new Error(`${file} is not JSON: ${cause.message}. Comments are not supported.`, { cause });
  }
}

/** The imports of a file, with relative targets as addresses; undefined without the file. */
async function readImports(file: string): Promise<ImportMap | undefined> {
  const json = await readJson(file);
  if (json === undefined) return undefined;
  const { imports, importMap } = v.parse(schema, json);
  if (importMap !== undefined) return readImports(resolve(dirname(file), importMap));
  const base = pathToFileURL(file);
  return new Map(
    Object.entries(imports).map(([name, target]) => [
      name,
      /^\.{0,2}\//.test(target) ? new URL(target, base).href : target,
    ]),
  );
}

/**
 * Reads the import map of a function as the Supabase CLI finds it: the one that `config.toml` names, else `deno.json`
 * or `import_map.json` of the function, else that of the functions' folder. Empty without any.
 * @param folders the function's own, and that of all functions
 * @param configured `import_map` of `[functions.<name>]`, as an absolute path
 * @throws Error when the file cannot be used
 */
export async function readImportMap(
  folders: readonly string[],
  configured: string | undefined,
): Promise<ImportMap> {
  if (configured !== undefined) {
    const imports = await readImports(configured);
    if (!imports) throw new Error(`The import map ${configured} does not exist.`);
    return imports;
  }
  for (const folder of folders)
    for (const file of names) {
      const imports = await readImports(join(folder, file));
      if (imports) return imports;
    }
  return new Map();
}

/** An entry and its target, both with a slash at the end when the entry stands for what is below it. */
function belowEntry([name, target]: readonly [string, string]): readonly [string, string] {
  // As in Deno, an entry of a package stands for the package's sub-paths, too.
  const isPackage = !name.endsWith('/') && /^(npm|jsr):/.test(target);
  return isPackage ? [`${name}/`, `${target}/`] : [name, target];
}

/** The target of a specifier: that of its own entry, or of the longest entry that it begins with. */
export function mapped(specifier: string, imports: ImportMap): string {
  const own = imports.get(specifier);
  if (own !== undefined) return own;
  const below = (entries: readonly (readonly [string, string])[]) =>
    entries.filter(([name]) => name.endsWith('/') && specifier.startsWith(name));
  const entries = [...imports];
  const [longest] = [...below(entries), ...below(entries.map(belowEntry))].toSorted(
    ([a], [b]) => b.length - a.length,
  );
  return longest === undefined ? specifier : `${longest[1]}${specifier.slice(longest[0].length)}`;
}
