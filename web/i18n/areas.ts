import { use } from 'react';
import type { Language } from '../../shared/languages.ts';
import { useLanguage } from './LanguageProvider.tsx';

/** Words that only some screens need: one chunk for each area and language. */
const areas = {};

type Areas = typeof areas;
export type LazyArea = keyof Areas;
type AreaWords<Area extends LazyArea> = Awaited<ReturnType<Areas[Area]['es']>>;

const cache = new Map<string, Promise<unknown>>();

/** Starts loading an area, for example while its button is being pressed. A failed load is tried again. */
export function loadArea<Area extends LazyArea>(area: Area, language: Language): Promise<AreaWords<Area>> {
  const key = `${language}/${area}`;
  let words = cache.get(key) as Promise<AreaWords<Area>> | undefined;
  if (!words) {
    const loaders: Record<Language, () => Promise<AreaWords<Area>>> = areas[area];
    words = loaders[language]();
    cache.set(key, words);
    words.catch(() => cache.delete(key));
  }
  return words;
}

/** The words of a lazily loaded area; suspends until they are there. */
export function useArea<Area extends LazyArea>(area: Area): AreaWords<Area> {
  return use(loadArea(area, useLanguage().language));
}
