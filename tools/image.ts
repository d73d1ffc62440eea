import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { reach } from './vite/reach.ts';

const root = resolve(import.meta.dirname, '..');
/** The commands that an operator runs in the container beside the server. */
const commands = [
  'tools/admin.ts',
  'tools/backup.ts',
  'tools/export.ts',
  'tools/import.ts',
  'tools/restore.ts',
  'tools/secrets.ts',
  'tools/sql.ts',
];
const folders = ['dist', 'backend', 'server', 'shared', 'supabase'];

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}
type Lock = Readonly<Record<string, LockedPackage>>;

/** The server, its commands, and the functions, which the server loads by their path. */
async function entryPoints(): Promise<readonly string[]> {
  const functions = await readdir(join(root, 'supabase/functions'));
  const indexes = functions.map((name) => `supabase/functions/${name}/index.ts`);
  return ['server/main.ts', ...commands, ...indexes.filter((path) => existsSync(join(root, path)))];
}

/** The imports of a module at run time: paths relative to the root, and names of packages. */
async function importsOf(path: string): Promise<readonly string[]> {
  const text = await readFile(join(root, path), 'utf8');
  const patterns = [
    /^(?:import|export)\s(?!type\s)[^;]*?'([^']+)';/gm,
    /\bimport\(\s*'([^']+)'/g,
    /\bnew URL\('(\.[^']+\.ts)', import\.meta\.url\)/g,
  ];
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, target = '']) =>
      target.startsWith('.') ? relative(root, resolve(root, dirname(path), target)) : target,
    ),
  );
}

/** Every module that can run, with what it imports. */
async function collectModules(): Promise<ReadonlyMap<string, readonly string[]>> {
  const pending = [...(await entryPoints())];
  const modules = new Map<string, readonly string[]>();
  for (const path of pending) {
    if (modules.has(path)) continue;
    const imports = await importsOf(path);
    modules.set(path, imports);
    pending.push(...imports.filter((target) => target.endsWith('.ts')));
  }
  return modules;
}

/** The place in `package-lock.json` of the package that a package at `from` gets under this name. */
function locate(lock: Lock, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lock[path]) return path;
    if (folder === '') return undefined;
  }
}

/** Folders of the packages that these names need, with the packages that those need. */
function collectPackages(lock: Lock, names: readonly string[]): ReadonlySet<string> {
  return reach(
    names.flatMap((name) => locate(lock, name, '') ?? []),
    (path) => {
      const {
        dependencies,
        optionalDependencies,
        peerDependencies = {},
        peerDependenciesMeta,
      } = lock[path] ?? {};
      const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional);
      return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
        .filter((name) => !name.startsWith('@types/'))
        .flatMap((name) => locate(lock, name, path) ?? []);
    },
  );
}

async function readLock(): Promise<Lock> {
  const text = await readFile(join(root, 'node_modules', '.package-lock.json'), 'utf8');
  return (JSON.parse(text) as { packages: Lock }).packages;
}

/** `jose` of `jose/errors`, `@node-saml/node-saml` of `@node-saml/node-saml/lib/xml.js`. */
function packageName(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}

/**
 * Copies what a running server needs into a folder that becomes the root of the container's file system: `/app` and Node.
 * The web app must have been built. Packages that only build or test stay behind: of those installed, it takes what the
 * server's modules import, and the built-in PostgreSQL.
 */
export async function assembleImage(target: string): Promise<void> {
  const app = join(target, 'app');
  const modules = await collectModules();
  const { optionalDependencies = {} } = JSON.parse(
    await readFile(join(root, 'backend/package.json'), 'utf8'),
  ) as LockedPackage;
  const imported = [...modules.values()].flat().map(packageName);
  const packages = collectPackages(await readLock(), [...imported, ...Object.keys(optionalDependencies)]);
  for (const path of modules.keys()) await cp(join(root, path), join(app, path));
  // Web app, SQL and settings.
  for (const folder of folders)
    await cp(join(root, folder), join(app, folder), {
      recursive: true,
      filter: (source) => !/\.(ts|md)$|\/(testing|tests|wire|bench)$/.test(source),
    });
  await cp(join(root, 'package.json'), join(app, 'package.json'));
  for (const path of packages)
    await cp(join(root, path), join(app, path), {
      recursive: true,
      verbatimSymlinks: true,
      // Packages inside this one have an entry of their own.
      filter: (source) => !source.slice(join(root, path).length).startsWith('/node_modules'),
    });
  await mkdir(join(target, 'usr/local/bin'), { recursive: true });
  await cp(join(root, 'node_modules/node/bin/node'), join(target, 'usr/local/bin/node'));
}

if (import.meta.main) {
  const [target] = process.argv.slice(2);
  if (!target) throw new Error('Usage: node tools/image.ts <folder>');
  await assembleImage(resolve(target));
}
