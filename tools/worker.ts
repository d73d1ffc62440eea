import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Manifest } from 'vite';
import { sections } from '../web/admin/sections.ts';
import { reach } from './vite/reach.ts';

const root = resolve(import.meta.dirname, '..');

const ofAdministration = new Set<string>(Object.values(sections).flatMap(({ namespaces }) => namespaces));

/** Whether a device stores a chunk that it can load. Only administrators use the others, and they need a network anyway. */
export function isStored(name: string): boolean {
  const [, namespace] = /^i18n\/\w+\/(?:\w+\/)?(\w+)\.ts$/.exec(name) ?? [];
  return !/^(admin|preview)\//.test(name) && !(namespace && ofAdministration.has(namespace));
}

/** The files that a device stores: all that the page can load, without the administration. */
function reachedFiles(manifest: Manifest): ReadonlySet<string> {
  const names = reach(['index.html'], (name) => {
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {};
    return [...imports, ...dynamicImports].filter(isStored);
  });
  const chunks = [...names].flatMap((name) => manifest[name] ?? []);
  return new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
}

interface Entry {
  readonly url: string;
  /** Null where the name itself holds a hash of the content. */
  readonly revision: string | null;
}

/** Every file that the service worker stores, with the revision of each file whose name does not change with its content. */
async function precacheEntries(dist: string): Promise<readonly Entry[]> {
  const manifest = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const assets = [...reachedFiles(manifest)];
  const icons = (await readdir(join(dist, 'icons'))).map((name) => `icons/${name}`);
  const named = ['index.html', 'favicon.svg', ...icons];
  const revision = async (file: string) => {
    const hash = createHash('sha256')
      .update(await readFile(join(dist, file)))
      .digest('hex')
      .slice(0, 16);
    // The server fills the page and replaces this revision (`server/pages/page.ts`).
    return file === 'index.html' ? `page-${hash}` : hash;
  };
  return [
    ...assets.map((file) => ({ url: `/${file}`, revision: null })),
    ...(await Promise.all(named.map(async (file) => ({ url: `/${file}`, revision: await revision(file) })))),
  ];
}

/** Builds `web/offline/serviceWorker.ts` to `sw.js` beside the app that has been built. */
export async function buildWorker(dist: string): Promise<void> {
  const entries = await precacheEntries(dist);
  await build({
    configFile: false,
    root: join(root, 'web'),
    logLevel: 'warn',
    publicDir: false,
    define: { precacheEntries: JSON.stringify(entries) },
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: ['chrome100', 'safari15.4', 'firefox100'],
      rolldownOptions: {
        input: join(root, 'web/offline/serviceWorker.ts'),
        output: { entryFileNames: 'sw.js', format: 'iife' },
      },
    },
  });
}
