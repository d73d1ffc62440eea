import { readFileSync } from 'node:fs';
import { registerHooks, type ResolveHookContext } from 'node:module';
import { fileURLToPath } from 'node:url';
import { mapped, type ImportMap } from './import-map.ts';

type NextResolve = Parameters<NonNullable<Parameters<typeof registerHooks>[0]['resolve']>>[2];
type Resolved = ReturnType<NextResolve>;

/** Import maps by load: the query `?load=…` marks every module of a function that was loaded with it. */
const loads = new Map<string, ImportMap>();

/** A module that declares types only, such as `jsr:@supabase/functions-js/edge-runtime.d.ts`, does nothing. */
const emptyModule = 'data:text/javascript,';

interface PackageName {
  readonly name: string;
  /** As written in the import; may be empty. */
  readonly version: string;
  /** With its slash; empty for the package itself. */
  readonly path: string;
}

/** Most functions written before Deno 2 import `serve(handler)` from here, in some version of the library. */
const standardServer = /^https:\/\/deno\.land\/std(@[^/]+)?\/http\/server\.ts$/;
const serverModule = 'data:text/javascript,export const serve = (handler) => Deno.serve(handler);';

/** esm.sh serves packages of npm. */
function fromEsm(specifier: string): string {
  const path = /^https:\/\/esm\.sh\/(?:v\d+\/|stable\/)?([^?]+)/.exec(specifier)?.[1];
  return path === undefined ? specifier : `npm:${path}`;
}

/** The package of an `npm:` or `jsr:` import. `npx jsr add` puts one of JSR under its own name into `node_modules`. */
function parsePackage(specifier: string): PackageName | undefined {
  const match = /^(?:npm|jsr):\/?((?:@[^/@]+\/)?[^/@]+)(?:@([^/]+))?(\/.*)?$/.exec(specifier);
  return match ? { name: match[1]!, version: match[2] ?? '', path: match[3] ?? '' } : undefined;
}

/** The version of the package that holds a file; undefined when the file belongs to no package of that name. */
function installedVersion(url: string, name: string): string | undefined {
  const marker = `/node_modules/${name}/`;
  const end = url.lastIndexOf(marker);
  if (end === -1) return undefined;
  const file = fileURLToPath(`${url.slice(0, end)}${marker}package.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string }).version;
}

/** A package that a function imports is not installed. The message names the command that installs it. */
export class MissingPackageError extends Error {}

function missing(specifier: string, named: PackageName | undefined): MissingPackageError {
  const { name, version } = named ?? {
    name: /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier,
    version: '',
  };
  const command = specifier.startsWith('jsr:') ? 'npx jsr add' : 'npm install';
  return new MissingPackageError(
    `The function imports “${specifier}”, which is not installed. Run ${command} "${version === '' ? name : `${name}@${version}`}" in the project’s folder, and start the server again.`,
  );
}

/** Rejects another major version: better no function than one that fails at its first call. */
function checkVersion(specifier: string, { name, version }: PackageName, url: string): void {
  const major = /^[\^~=v]?(\d+)/.exec(version)?.[1];
  const known = installedVersion(url, name);
  if (major !== undefined && known !== undefined && known.split('.')[0] !== major)
    throw new Error(`The function imports “${specifier}”, but version ${known} of ${name} is installed.`);
}

/** Looks beside the function first, then among the packages of this server. @throws MissingPackageError */
function resolvePackage(specifier: string, context: ResolveHookContext, next: NextResolve): Resolved {
  const named = parsePackage(specifier);
  const bare = named ? `${named.name}${named.path}` : specifier;
  for (const parentURL of [context.parentURL, import.meta.url]) {
    try {
      return next(bare, { ...context, parentURL });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    }
  }
  throw missing(specifier, named);
}

function resolveImport(
  specifier: string,
  load: string,
  context: ResolveHookContext,
  next: NextResolve,
): Resolved {
  const target = fromEsm(mapped(specifier, loads.get(load)!));
  if (standardServer.test(target)) return { url: serverModule, format: 'module', shortCircuit: true };
  if (/^(https?|jsr|npm):.*\.d\.ts$/.test(target))
    return { url: emptyModule, format: 'module', shortCircuit: true };
  if (/^https?:/.test(target))
    throw new Error(
      `The function imports “${target}”. Modules of the network are not loaded: install the package and import it with npm:.`,
    );
  const named = parsePackage(target);
  if (named) {
    const resolved = resolvePackage(target, context, next);
    checkVersion(target, named, resolved.url);
    return resolved;
  }
  if (!/^(\.{0,2}\/|file:)/.test(target))
    return target.startsWith('node:') ? next(target, context) : resolvePackage(target, context, next);
  const resolved = next(target, context);
  // The function's own modules, shared ones too, are its own: as in a worker of the hosted runtime.
  const url = new URL(resolved.url);
  url.searchParams.set('load', load);
  return { ...resolved, url: url.href };
}

/** Lets the modules of one load resolve their imports by the function's import map, `npm:` from `node_modules`. */
export function registerImportMap(load: string, imports: ImportMap): void {
  if (loads.size === 0)
    registerHooks({
      resolve(specifier, context, next) {
        const parent = /[?&]load=([\w-]+)/.exec(context.parentURL ?? '')?.[1];
        if (parent === undefined || !loads.has(parent)) return next(specifier, context);
        return resolveImport(specifier, parent, context, next);
      },
    });
  loads.set(load, imports);
}
