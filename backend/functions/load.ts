import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Context } from '../service/context.ts';
import { readImportMap } from './import-map.ts';
import { loadFunction, type FunctionHandler, type FunctionScope } from './runtime.ts';

/** Names of folders with an `index.ts`. As in the Supabase CLI, folders that begin with `_` hold shared code. */
async function functionNames(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory() && /^[a-z0-9][\w-]*$/i.test(entry.name));
  return folders.map(({ name }) => name).filter((name) => existsSync(join(folder, name, 'index.ts')));
}

/**
 * Loads every function of `SUPABASE_DIR/functions`. Logs a function that cannot be loaded; the others serve.
 * @returns the functions by name; `undefined` for one that could not be loaded
 */
export async function loadFunctions(context: Context, scope: FunctionScope) {
  const { supabaseDir, protocol } = context.config;
  const folder = join(supabaseDir, 'functions');
  const functions = new Map<string, FunctionHandler | undefined>();
  for (const name of await functionNames(folder)) {
    try {
      const named = protocol.functions[name]?.import_map;
      const imports = await readImportMap(folder, name, named && resolve(supabaseDir, named));
      functions.set(name, await loadFunction(join(folder, name, 'index.ts'), scope, imports));
    } catch (error) {
      context.log.error({ err: error, function: name }, 'function cannot be loaded');
      functions.set(name, undefined);
    }
  }
  return functions;
}
