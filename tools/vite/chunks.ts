import { basename, dirname, resolve, sep } from 'node:path';
import { pages } from '../../web/pages.ts';
import { reach } from './reach.ts';

interface ModuleGraph {
  readonly getModuleInfo: (
    id: string,
  ) => { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null;
}

const web = resolve(import.meta.dirname, '../../web');
const panelEntry = resolve(web, 'admin/AdminScreen.tsx');

/** The modules that a browser loads for `entries`: themselves and all that they import statically. */
function closureOf(graph: ModuleGraph, entries: readonly string[]): ReadonlySet<string> {
  const ids = entries.map((entry) => resolve(web, entry));
  return reach(ids, (id) => graph.getModuleInfo(id)?.importedIds ?? []);
}

/** All modules that somebody may load who does not open the panel. */
function outsideOfPanel(graph: ModuleGraph): ReadonlySet<string> {
  return reach([resolve(web, 'main.tsx')], (id) => {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    return [...importedIds, ...dynamicallyImportedIds].filter((each) => each !== panelEntry);
  });
}

interface Closures {
  readonly document: ReadonlySet<string>;
  readonly app: readonly ReadonlySet<string>[];
  readonly publicPages: readonly ReadonlySet<string>[];
  readonly begin: ReadonlySet<string>;
  readonly home: ReadonlySet<string>;
  /** For each section of the panel, in no order. */
  readonly sections: readonly ReadonlySet<string>[];
  readonly outsideOfPanel: ReadonlySet<string>;
}

function closures(graph: ModuleGraph): Closures {
  /** Several addresses may start with the same screen, which counts once. */
  const ofPages = (isPublic: boolean) => {
    const shown = pages.filter(({ picture }) => (picture === 'public') === isPublic);
    const screens = new Map(shown.map(({ modules }) => [modules.join(), modules]));
    return [...screens.values()].map((modules) =>
      closureOf(
        graph,
        modules.filter((name) => !name.includes('{')),
      ),
    );
  };
  return {
    document: closureOf(graph, ['main.tsx']),
    app: ofPages(false),
    publicPages: ofPages(true),
    begin: closureOf(graph, ['public-pages/beginPage.ts']),
    home: closureOf(graph, ['home/HomeScreen.tsx']),
    sections: (graph.getModuleInfo(panelEntry)?.dynamicallyImportedIds ?? []).map((id) =>
      closureOf(graph, [id]),
    ),
    outsideOfPanel: outsideOfPanel(graph),
  };
}

const entries = new Set(
  ['main.tsx', ...pages.flatMap(({ modules }) => modules)].map((name) => resolve(web, name)),
);

const below = (folder: string, id: string): boolean => id.startsWith(resolve(web, folder) + sep);

const countOf = (sets: readonly ReadonlySet<string>[], id: string): number =>
  sets.filter((each) => each.has(id)).length;

/** Chunks of modules that several pages or screens share. A module goes into the first chunk that takes it. */
const chunks: Readonly<Record<string, (id: string, closures: Closures) => boolean>> = {
  // These decide how the page looks before anything is drawn, so they do not wait for the rest. Modules that both kinds of
  // page begin with are here as well: the app would load the public pages' chunk for them.
  settings: (id, { document, begin, app }) =>
    document.has(id) || id.includes('vite/preload-helper') || (begin.has(id) && countOf(app, id) > 0),
  // A public page asks before React has loaded.
  begin: (id, { begin }) => begin.has(id),
  // Sign-in and the page for lost property have forms, which the other pages must not load.
  frame: (id, { app, publicPages }) =>
    !below('forms', id) && countOf(app, id) > 0 && countOf(publicPages, id) > 0,
  app: (id, { app }) => countOf(app, id) > 1,
  home: (id, { home }) => home.has(id),
  // Those of staff come with the panel.
  messages: (id) => dirname(id) === resolve(web, 'i18n') && !basename(id).toLowerCase().startsWith('staff'),
  // A part of two pages alone is a chunk of its own: the others must not load it.
  public: (id, { publicPages }) =>
    !below('forms', id) && countOf(publicPages, id) > (below('public-pages', id) ? 2 : 1),
  forms: (id) => below('forms', id),
  // Pictures of some hundred bytes that a driver's dialogs have, too.
  icons: (id, { sections, publicPages, outsideOfPanel: outside }) =>
    id.includes('/lucide-react/') &&
    outside.has(id) &&
    countOf(sections, id) > 3 &&
    countOf(publicPages, id) === 0,
  // Several sections of the panel have these: one by one, each section would load a hundred files.
  panel: (id, { sections, outsideOfPanel: outside }) => countOf(sections, id) > 3 && !outside.has(id),
};

/**
 * The groups of modules that several pages of `web/pages.ts` start with. Without them a page would start with dozens of
 * files of a few hundred bytes each.
 */
export function pageChunks() {
  let known: Closures | undefined;
  return Object.entries(chunks).map(([name, takes], index) => ({
    debugName: name,
    priority: Object.keys(chunks).length - index,
    // The panel's modules import others that are loaded outside of it, too.
    includeDependenciesRecursively: name !== 'panel' && name !== 'icons',
    name: (id: string, graph: ModuleGraph): string | null => {
      known ??= closures(graph);
      return !entries.has(id) && takes(id, known) ? name : null;
    },
  }));
}
