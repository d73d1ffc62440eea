import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest, ManifestChunk } from 'vite';
import { pagesFile, type BuiltPage } from '../server/pages/built-pages.ts';
import { languages } from '../shared/languages.ts';
import { pages, type AppPage } from '../web/pages.ts';
import { reach } from './vite/reach.ts';

const entry = 'index.html';

/** The files that a browser loads for these modules. @throws when the build has no such module */
function filesFor(manifest: Manifest, modules: readonly string[]): ReadonlySet<string> {
  const chunkOf = (name: string): ManifestChunk => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`web/${name} is not a chunk of the build. Correct its name in web/pages.ts.`);
    return chunk;
  };
  const names = reach(modules, (name) => chunkOf(name).imports ?? []);
  return new Set([...names].map((name) => `/${chunkOf(name).file}`));
}

/** The declared pages with the files of the build. @throws when the build lacks a module or `html` a picture */
export function builtPages(
  declared: readonly AppPage[],
  manifest: Manifest,
  html: string,
): readonly BuiltPage[] {
  const loaded = filesFor(manifest, [entry]);
  return declared.map(({ path, picture, modules }) => {
    if (picture !== 'home' && !html.includes(`<template data-picture="${picture}">`))
      throw new Error(`${path} starts with the picture “${picture}”, which web/index.html does not have.`);
    const filesIn = (language: string): readonly string[] => {
      const named = modules.map((name) => name.replace('{language}', language));
      return [...filesFor(manifest, named)].filter((file) => !loaded.has(file));
    };
    return { path, picture, files: Object.fromEntries(languages.map((each) => [each, filesIn(each)])) };
  });
}

/** Writes `pages.json`, which tells the server what each address starts with. */
export async function writePages(dist: string): Promise<readonly BuiltPage[]> {
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const built = builtPages(pages, manifest, await readFile(join(dist, entry), 'utf8'));
  await writeFile(join(dist, pagesFile), JSON.stringify(built));
  return built;
}
