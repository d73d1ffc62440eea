import { AsyncLocalStorage } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ImportMap } from './import-map.ts';
import { registerImportMap } from './imports.ts';

/** The web-standard handler that a function passes to `Deno.serve`. */
export type FunctionHandler = (request: Request) => Response | Promise<Response>;

/** The environment of a function while it loads or serves a request. */
export interface FunctionScope {
  /** The variables of `Deno.env`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where relative paths of `Deno.readFile` begin: the folder of the function's module. */
  readonly folder: string;
  /** Runs outside of the scope. */
  readonly fetch: typeof fetch;
}

interface Loading extends FunctionScope {
  handler: FunctionHandler | undefined;
}

/*
 * Functions use the globals `Deno` and `fetch` of the hosted runtime. Node has no `Deno`, and `fetch` to SUPABASE_URL must
 * reach this very process, even where that address leads through a proxy or nowhere. Both globals therefore depend on the
 * running code: a function, found by AsyncLocalStorage, gets its scope; all other code gets the original `fetch` and an
 * empty `Deno`.
 */
const scopes = new AsyncLocalStorage<FunctionScope | Loading | undefined>();
let installed = false;
let loads = 0;

function serve(first: unknown, second?: unknown): void {
  // Deno.serve(handler), Deno.serve(options, handler), Deno.serve({ handler })
  const option =
    typeof first === 'object' && first !== null && 'handler' in first ? first.handler : undefined;
  const handler = [first, second, option].find((candidate) => typeof candidate === 'function');
  const scope = scopes.getStore();
  if (!handler || !scope || !('handler' in scope))
    throw new TypeError('Deno.serve is called once, with a handler, when the function is loaded.');
  scope.handler = handler as FunctionHandler;
}

/** The path of a file of the function's, which the hosted runtime has by `static_files`. */
function pathOf(file: string | URL): string {
  return file instanceof URL ? fileURLToPath(file) : resolve(scopes.getStore()?.folder ?? '.', file);
}

const readBytes = async (file: string | URL) => new Uint8Array(await readFile(pathOf(file)));
const readText = (file: string | URL) => readFile(pathOf(file), 'utf8');

function installGlobals(): void {
  if (installed) return;
  installed = true;
  const outside = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const scope = scopes.getStore();
    // The work that the request starts in this process is not the function's: it gets the original globals.
    return scope ? scopes.run(undefined, () => scope.fetch(input, init)) : outside(input, init);
  };
  const env = {
    get: (name: string) => scopes.getStore()?.environment[name],
    has: (name: string) => scopes.getStore()?.environment[name] !== undefined,
    toObject: () => ({ ...scopes.getStore()?.environment }),
  };
  Object.assign(globalThis, { Deno: { serve, env, readFile: readBytes, readTextFile: readText } });
}

interface FunctionModule {
  /** `export default { fetch }`, as Deno serves it, too. */
  readonly default?: { readonly fetch?: FunctionHandler };
}

/** The handler that a module exports; undefined when it exports none. */
function exportedHandler({ default: exported }: FunctionModule): FunctionHandler | undefined {
  if (typeof exported !== 'object' || typeof exported?.fetch !== 'function') return undefined;
  return (request) => exported.fetch!(request);
}

/**
 * Loads the module at `path` and returns the handler that it gave to `Deno.serve`, or exports as `fetch`.
 * @throws what the module throws; TypeError when it serves nothing; Error that names an import that cannot be had
 */
export async function loadFunction(
  path: string,
  scope: FunctionScope,
  imports: ImportMap = new Map(),
): Promise<FunctionHandler> {
  installGlobals();
  const loading: Loading = { ...scope, handler: undefined };
  // A module is evaluated once for each address: another app in this process needs a handler of its own. The next process
  // uses the same addresses, so Node's compile cache finds the module by its address.
  loads += 1;
  const load = String(loads);
  registerImportMap(load, imports);
  const address = `${pathToFileURL(path).href}?load=${load}`;
  const module = await scopes.run(loading, () => import(address) as Promise<FunctionModule>);
  const handler = loading.handler ?? exportedHandler(module);
  if (!handler)
    throw new TypeError('The function neither calls Deno.serve nor exports { fetch } as its default.');
  return handler;
}

/** Runs a function's handler in its scope. */
export async function callFunction(
  handler: FunctionHandler,
  request: Request,
  scope: FunctionScope,
): Promise<Response> {
  const response: unknown = await scopes.run(scope, () => handler(request));
  if (!(response instanceof Response)) throw new TypeError('The function did not return a Response.');
  return response;
}
