import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What one kind of address of the app is answered with, beside the page itself. */
interface AppPage {
  /** The address; a `*` at its end stands for the code or token there. */
  readonly path: string;
  /**
   * Sources whose chunks this page starts with: the page names them, so that a phone fetches all of them at once, as
   * soon as it has drawn the first picture (`web/main.tsx`). The words are those of the installation's language; the
   * public pages come in the phone's, which nobody knows here.
   */
  readonly sources: readonly string[];
  /**
   * The `<template data-picture>` of the page that stands there until the app has started. Without it the page stays as
   * it is: a device keeps it for all addresses, and chooses the picture itself (`web/firstPicture.ts`).
   */
  readonly picture?: 'visitor' | 'entrance';
  readonly headers: Readonly<Record<string, string>>;
}

/** The address is a secret, or the name of a person: it is not kept, and never sent as a Referer. */
const secretAddress = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

const words = 'i18n/{language}/index.ts';

/** The last one stands for every other address. Keep in step with `web/public-pages/pages.ts` and `web/routes.tsx`. */
export const appPages: readonly AppPage[] = [
  {
    path: '/verify/*',
    sources: ['public-pages/start.tsx', 'public-pages/VerifyScreen.tsx'],
    picture: 'visitor',
    headers: secretAddress,
  },
  {
    path: '/rate/*',
    sources: ['public-pages/start.tsx', 'public-pages/RateScreen.tsx'],
    picture: 'visitor',
    headers: secretAddress,
  },
  {
    path: '/guide',
    sources: ['public-pages/start.tsx', 'public-pages/GuideScreen.tsx'],
    picture: 'visitor',
    headers: {},
  },
  {
    path: '/login',
    sources: ['start.tsx', 'login/LoginScreen.tsx', words],
    picture: 'entrance',
    headers: {},
  },
  { path: '/', sources: ['start.tsx', 'home/HomeScreen.tsx', words], headers: {} },
];

/** Which of the pages an address gets, as the position in what `readAppPages` gives. */
export function appPageAt(path: string): number {
  const index = appPages.findIndex((page) =>
    page.path.endsWith('*') ? path.startsWith(page.path.slice(0, -1)) : path.replace(/\/$/, '') === page.path,
  );
  return index === -1 ? appPages.length - 1 : index;
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

/** The page with the picture of that name alone. */
function withPicture(html: string, name: string): string {
  const pictures = /<template data-picture="(\w+)">(.*?)<\/template>\s*/gs;
  const chosen = [...html.matchAll(pictures)].find(([, each]) => each === name)?.[2];
  const alone = html.replace(pictures, '');
  return alone.replace(/<!--picture-->.*<!--\/picture-->/s, () => chosen ?? '');
}

/** The page for each kind of address, with its own headers: `html` with links to what that kind starts with. */
export async function readAppPages(
  folder: string,
  html: string,
): Promise<readonly { readonly html: string; readonly headers: Readonly<Record<string, string>> }[]> {
  const text = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}');
  const manifest = JSON.parse(text) as Readonly<Record<string, Chunk>>;
  return appPages.map(({ sources, picture, headers }) => {
    const language = /name="default-language"\s+content="(\w+)"/.exec(html)?.[1] ?? 'es';
    const named = sources.map((source) => source.replace('{language}', language));
    const links = [...filesFor(named, manifest)]
      .filter((file) => !html.includes(`"${file}"`))
      .map((file) => `<link rel="later" crossorigin href="${file}">`);
    const linked = html.replace('</head>', `${links.join('')}</head>`);
    return { html: picture ? withPicture(linked, picture) : linked, headers };
  });
}
