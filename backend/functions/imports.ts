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

function parseNpm(specifier: string): PackageName | undefined {
  const match = /^npm:\/?((?:@[^/@]+\/)?[^/@]+)(?:@([^/]+))?(\/.*)?$/.exec(specifier);
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

/** Rejects another major version: better no function than one that fails at its first call. */
function checkVersion(specifier: string, { name, version }: PackageName, url: string): void {
  const major = /^[\^~=v]?(\d+)/.exec(version)?.[1];
  const known = installedVersion(url, name);
  if (major !== undefined && known !== undefined && known.split('.')[0] !== major)
    throw new Error(`The function imports “${specifier}”, but version ${known} of ${name} is installed.`);
}

/** Looks beside the function first, then among the packages of this server. */
function resolvePackage(bare: string, specifier: string, context: ResolveHookContext, next: NextResolve) {
  for (const parentURL of [context.parentURL, import.meta.url]) {
    try {
      return next(bare, { ...context, parentURL });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    }
  }
  throw new Error(
    `The function imports “${specifier}”, which is not installed. Run npm install in the project’s folder.`,
  );
}

function resolveImport(
  specifier: string,
  load: string,
  context: ResolveHookContext,
  next: NextResolve,
): Resolved {
  const target = mapped(specifier, loads.get(load)!);
  if (/^(https?|jsr):/.test(target)) {
    if (target.endsWith('.d.ts')) return { url: emptyModule, format: 'module', shortCircuit: true };
    throw new Error(
      `The function imports “${target}”. Modules of the network are not loaded: install the package and import it with npm:.`,
    );
  }
  const npm = parseNpm(target);
  if (npm) {
    const resolved = resolvePackage(`${npm.name}${npm.path}`, target, context, next);
    checkVersion(target, npm, resolved.url);
    return resolved;
  }
  if (!/^(\.{0,2}\/|file:)/.test(target))
    return target.startsWith('node:') ? next(target, context) : resolvePackage(target, target, context, next);
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
