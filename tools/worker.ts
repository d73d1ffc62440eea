import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Manifest } from 'vite';
import { sections } from '../web/admin/registry/sections.ts';
import { reach } from './vite/reach.ts';

const root = resolve(import.meta.dirname, '..');

const ofAdministration = Object.values(sections).flatMap(({ namespaces }) => namespaces);
/** Messages that no device needs without a network: those of the panel, what staff send, and pages for people's own phones. */
const notStored = new Set<string>([
  ...ofAdministration,
  'replies',
  'booking',
  'cards',
  'help',
  'rightsPage',
  'tripPage',
]);

/** Only administrators use these, who need a network anyway, or people on their own phones. */
const isElsewhere = (name: string) =>
  /^(admin\/|preview\/|public-pages\/(booking\/|rights\/|trip\/|(Help|Case|Receipt)Screen))/.test(name);

/** Whether a device stores a chunk that it can load. */
export function isStored(name: string): boolean {
  const [, namespace] = /^i18n\/\w+\/(?:\w+\/)?(\w+)\.ts$/.exec(name) ?? [];
  return !isElsewhere(name) && !(namespace && notStored.has(namespace));
}

/** Whether a passenger's phone stores a chunk for any page of its own. */
function isOfPhones(name: string): boolean {
  const isCode = /^(public-pages\/(startPublicPage|beginPage)|components|content|offline|util)\b/.test(name);
  return isCode || /^i18n\/(\w+\/(index|publicPages|colours)|namespaces)\.ts$/.test(name);
}

/** Whether a passenger's phone stores a chunk for the page on which trips are booked. */
export function isOfBooking(name: string): boolean {
  const isPage = /^(public-pages\/booking\/|i18n\/\w+\/(panels|booking|tripCode)\.ts$)/.test(name);
  return isPage || isOfPhones(name);
}

/** Whether a passenger's phone stores a chunk for the form of cases, its photo, and the page with the reply. */
export function isOfHelp(name: string): boolean {
  const isPage = /^(public-pages\/(Help|Case)Screen\.tsx|i18n\/\w+\/help\.ts)$/.test(name);
  // The build names a chunk that several pages load after its first module.
  return isPage || /^_shrinkPhoto-[\w-]+\.js$/.test(name) || isOfPhones(name);
}

/** Whether a passenger's phone stores a chunk for the page of a trip. */
export function isOfTrip(name: string): boolean {
  const isPage = /^(public-pages\/trip\/|i18n\/\w+\/(panels|tripPage|reasons)\.ts$)/.test(name);
  // Loaded by the press that needs them.
  return isPage || /^_(calendar|download|pictures)-[\w-]+\.js$/.test(name) || isOfPhones(name);
}

/** The files that a worker stores: all that the page can load of what the worker is for. */
function reachedFiles(manifest: Manifest, isWanted: (name: string) => boolean): ReadonlySet<string> {
  const names = reach(['index.html'], (name) => {
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {};
    return [...imports, ...dynamicImports.filter(isWanted)];
  });
  const chunks = [...names].flatMap((name) => manifest[name] ?? []);
  return new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
}

interface Entry {
  readonly url: string;
  /** Null where the name itself holds a hash of the content. */
  readonly revision: string | null;
}

interface Worker {
  readonly file: string;
  readonly isWanted: (name: string) => boolean;
  /** Whether the worker makes the app installable. */
  readonly hasIcons: boolean;
}

const workers: readonly Worker[] = [
  { file: 'sw.js', isWanted: isStored, hasIcons: true },
  // A phone that books a trip or writes about one, perhaps while roaming, does not load the whole app for that.
  { file: 'book-sw.js', isWanted: isOfBooking, hasIcons: false },
  { file: 'help-sw.js', isWanted: isOfHelp, hasIcons: false },
  // At an airport without a signal a passenger still sees where to go, and which plate to look for.
  { file: 'trip-sw.js', isWanted: isOfTrip, hasIcons: false },
];

/** Every file that a service worker stores, with the revision of each file whose name does not change with its content. */
async function precacheEntries(dist: string, { isWanted, hasIcons }: Worker): Promise<readonly Entry[]> {
  const manifest = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const assets = [...reachedFiles(manifest, isWanted)];
  const icons = hasIcons ? (await readdir(join(dist, 'icons'))).map((name) => `icons/${name}`) : [];
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

/** Builds `web/offline/serviceWorker.ts` beside the app that has been built: once for the app, once for each page of phones. */
export async function buildWorkers(dist: string): Promise<void> {
  for (const worker of workers) await buildWorker(dist, worker);
}

async function buildWorker(dist: string, worker: Worker): Promise<void> {
  const entries = await precacheEntries(dist, worker);
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
        output: { entryFileNames: worker.file, format: 'iife' },
      },
    },
  });
}
