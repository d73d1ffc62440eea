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
  panels: {
    es: async () => (await import('./es/panels.ts')).panels,
    en: async () => (await import('./en/panels.ts')).panels,
    fr: async () => (await import('./fr/panels.ts')).panels,
    pt: async () => (await import('./pt/panels.ts')).panels,
    de: async () => (await import('./de/panels.ts')).panels,
  },
  places: {
    es: async () => (await import('./es/places.ts')).places,
    en: async () => (await import('./en/places.ts')).places,
    fr: async () => (await import('./fr/places.ts')).places,
    pt: async () => (await import('./pt/places.ts')).places,
    de: async () => (await import('./de/places.ts')).places,
  },
  tours: {
    es: async () => (await import('./es/tours.ts')).tours,
    en: async () => (await import('./en/tours.ts')).tours,
    fr: async () => (await import('./fr/tours.ts')).tours,
    pt: async () => (await import('./pt/tours.ts')).tours,
    de: async () => (await import('./de/tours.ts')).tours,
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
