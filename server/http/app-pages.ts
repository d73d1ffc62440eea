import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What one kind of address of the app is answered with, beside the page itself. */
interface AppPage {
  readonly path: RegExp;
  /** Sources whose chunks this page starts with: the page names them, so that a phone fetches all of them at once. */
  readonly sources: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

/** The address is a secret, or the name of a person: it is not kept, and never sent as a Referer. */
const secretAddress = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

/** The first that fits counts. Keep in step with `web/visitor/pages.ts`. */
const appPages: readonly AppPage[] = [
  {
    path: /^\/verify\//,
    sources: ['visitor/start.tsx', 'screens/verify/VerifyScreen.tsx'],
    headers: secretAddress,
  },
  {
    path: /^\/rate\//,
    sources: ['visitor/start.tsx', 'screens/rate/RateScreen.tsx'],
    headers: secretAddress,
  },
  { path: /^\/guide\/?$/, sources: ['visitor/start.tsx', 'screens/guide/GuideScreen.tsx'], headers: {} },
  { path: /^\/login$/, sources: ['start.tsx', 'screens/login/LoginScreen.tsx'], headers: {} },
  { path: /^/, sources: ['start.tsx'], headers: {} },
];

/** Which of the pages an address gets, as the position in what `readAppPages` gives. */
export function appPageAt(path: string): number {
  return appPages.findIndex((page) => page.path.test(path));
}

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

function filesFor(sources: readonly string[], manifest: Readonly<Record<string, Chunk>>): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    files.add(`/${chunk.file}`);
    for (const each of chunk.imports ?? []) add(each);
  };
  for (const source of sources) add(source);
  return files;
}

/** The page for each kind of address, with its own headers: `html` with links to what that kind starts with. */
export async function readAppPages(
  folder: string,
  html: string,
): Promise<readonly { readonly html: string; readonly headers: Readonly<Record<string, string>> }[]> {
  const text = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}');
  const manifest = JSON.parse(text) as Readonly<Record<string, Chunk>>;
  return appPages.map(({ sources, headers }) => {
    const links = [...filesFor(sources, manifest)]
      .filter((file) => !html.includes(`"${file}"`))
      .map((file) => `<link rel="modulepreload" crossorigin href="${file}">`);
    return { html: html.replace('</head>', `${links.join('')}</head>`), headers };
  });
}
