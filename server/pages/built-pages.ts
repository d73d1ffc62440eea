import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One kind of address of the app, as the build describes it. */
export interface BuiltPage {
  /** The address; a `*` at its end stands for the code or token there. */
  readonly path: string;
  /** The first picture: `home`, or the name of a `<template data-picture>` of the page. */
  readonly picture: string;
  /** The files that the page starts with, by language of the installation. */
  readonly files: Readonly<Record<string, readonly string[]>>;
}

export const pagesFile = '.pages.json';

/** Reads the table that the build wrote. The last entry stands for every other address. */
export async function readBuiltPages(dist: string): Promise<readonly BuiltPage[]> {
  return JSON.parse(await readFile(join(dist, pagesFile), 'utf8')) as BuiltPage[];
}

/** An address with a code or token is a secret: no cache keeps it, and no request carries it as Referer. */
export function pageHeaders({ path }: Pick<BuiltPage, 'path'>): Readonly<Record<string, string>> {
  return path.endsWith('*') ? { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } : {};
}

function withPictureAlone(html: string, name: string): string {
  const pictures = /<template data-picture="(\w+)">(.*?)<\/template>\s*/gs;
  const chosen = [...html.matchAll(pictures)].find(([, each]) => each === name)?.[2];
  const alone = html.replace(pictures, '');
  return alone.replace(/<!--picture-->.*<!--\/picture-->/s, () => chosen ?? '');
}

/** The page of one kind of address, with links to its files. `home` has every picture: devices keep it for all. */
export function renderPage(html: string, { picture, files }: BuiltPage, language: string): string {
  const links = (files[language] ?? []).map(
    (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`,
  );
  const linked = html.replace('</head>', `${links.join('')}</head>`);
  return picture === 'home' ? linked : withPictureAlone(linked, picture);
}
