import { use } from 'react';
import type { Language } from '../../shared/languages.ts';
import { loader, type Loader } from '../util/loader.ts';
import { useLanguage } from './LanguageProvider.tsx';

/** Messages that only some screens need. Spanish defines them; each language's file has the type of the Spanish one. */
type AreaWords = typeof import('./es/account.ts') &
  typeof import('./es/admin.ts') &
  typeof import('./es/audit.ts') &
  typeof import('./es/connection.ts') &
  typeof import('./es/emergency.ts') &
  typeof import('./es/factors.ts') &
  typeof import('./es/kiosk.ts') &
  typeof import('./es/legalTaxi.ts') &
  typeof import('./es/panels.ts') &
  typeof import('./es/passkeys.ts') &
  typeof import('./es/phrases.ts') &
  typeof import('./es/places.ts') &
  typeof import('./es/tours.ts') &
  typeof import('./es/publicPages.ts') &
  typeof import('./es/waiting.ts');
export type LazyArea = keyof AreaWords;

/** One chunk for each area and language. The first load of a language (`<language>/index.ts`) has the others. */
const modules = import.meta.glob<AreaWords>([
  './*/*.ts',
  '!./*/{index,common,driver,errors,home,language,login}.ts',
]);

const cache = new Map<string, Loader<unknown>>();

function loaderOf<Area extends LazyArea>(area: Area, language: Language): Loader<AreaWords[Area]> {
  const file = `./${language}/${area}.ts`;
  const fetchArea = async () => {
    const load = modules[file];
    if (!load) throw new Error(`There are no messages ${file}`);
    return (await load())[area];
  };
  const words = cache.get(file) ?? loader(fetchArea);
  cache.set(file, words);
  return words as Loader<AreaWords[Area]>;
}

/** Starts loading an area, for example while its button is being pressed. A failed load is tried again. */
export function loadArea<Area extends LazyArea>(area: Area, language: Language): Promise<AreaWords[Area]> {
  return loaderOf(area, language).load();
}

/** The words of a lazily loaded area; suspends until they are there, throws when they could not be loaded. */
export function useArea<Area extends LazyArea>(area: Area): AreaWords[Area] {
  return use(loaderOf(area, useLanguage().language).current());
}

/** The same words in Spanish, for people to whom the passenger shows or reads them. */
export function useSpanishArea<Area extends LazyArea>(area: Area): AreaWords[Area] {
  return use(loaderOf(area, 'es').current());
}
