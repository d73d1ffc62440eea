import { use } from 'react';
import type { Language } from '../../shared/languages.ts';
import { useLanguage } from './LanguageProvider.tsx';

/** Words that only some screens need: one chunk for each area and language. */
const areas = {
  admin: {
    es: async () => (await import('./es/admin.ts')).admin,
    en: async () => (await import('./en/admin.ts')).admin,
    fr: async () => (await import('./fr/admin.ts')).admin,
    pt: async () => (await import('./pt/admin.ts')).admin,
    de: async () => (await import('./de/admin.ts')).admin,
  },
};

type AreaWords = { [Area in keyof typeof areas]: Awaited<ReturnType<(typeof areas)[Area]['es']>> };
export type LazyArea = keyof AreaWords;

/** The same table, typed so that TypeScript sees that an area's languages hold the same words. */
const loaders: { [Area in LazyArea]: Record<Language, () => Promise<AreaWords[Area]>> } = areas;

const cache = new Map<string, Promise<unknown>>();

/** Starts loading an area, for example while its button is being pressed. A failed load is tried again. */
export function loadArea<Area extends LazyArea>(area: Area, language: Language): Promise<AreaWords[Area]> {
  const key = `${language}/${area}`;
  let words = cache.get(key) as Promise<AreaWords[Area]> | undefined;
  if (!words) {
    words = loaders[area][language]();
    cache.set(key, words);
    words.catch(() => cache.delete(key));
  }
  return words;
}

/** The words of a lazily loaded area; suspends until they are there. */
export function useArea<Area extends LazyArea>(area: Area): AreaWords[Area] {
  return use(loadArea(area, useLanguage().language));
}
