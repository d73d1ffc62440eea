import { dirname, join } from 'node:path';
import type { Context } from '../service/context.ts';
import { environmentOf, functionEnvironment, projectEnvironment } from './environment.ts';
import { readImportMap } from './import-map.ts';
import { MissingPackageError } from './imports.ts';
import { loadFunction, type FunctionHandler, type FunctionScope } from './runtime.ts';
import { checkEntrypoint, findFunctions } from './sources.ts';

export interface LoadedFunction extends Omit<FunctionScope, 'fetch'> {
  /** Undefined when the function could not be loaded. */
  readonly handler: FunctionHandler | undefined;
  /** Tells callers how to make the function load, where a command does. */
  readonly remedy: string | undefined;
}

/**
 * Loads every function of the project. Logs a function that cannot be loaded; the others serve.
 * @returns the functions by name
 */
export async function loadFunctions(
  context: Context,
  fetch: FunctionScope['fetch'],
): Promise<ReadonlyMap<string, LoadedFunction>> {
  const { config, tokens, log } = context;
  const { supabaseDir } = config;
  const [own, project] = [functionEnvironment(config, tokens.publicKeys), await projectEnvironment(config)];
  const functions = new Map<string, LoadedFunction>();
  for (const source of await findFunctions(config)) {
    const { name, entrypoint, importMap } = source;
    const folder = dirname(entrypoint);
    const scope = { environment: environmentOf(config, name, { project, own }), folder };
    try {
      checkEntrypoint(source, supabaseDir);
      const imports = await readImportMap([folder, join(supabaseDir, 'functions')], importMap);
      const handler = await loadFunction(entrypoint, { ...scope, fetch }, imports);
      functions.set(name, { ...scope, handler, remedy: undefined });
    } catch (error) {
      log.error({ err: error, function: name }, 'function cannot be loaded');
      const remedy = error instanceof MissingPackageError ? error.message : undefined;
      functions.set(name, { ...scope, handler: undefined, remedy });
    }
  }
  return functions;
}
