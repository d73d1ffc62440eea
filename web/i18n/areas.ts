import { use } from 'react';
import type { Language } from '../../shared/languages.ts';
import { loader, type Loader } from '../util/loader.ts';
import { useLanguage } from './LanguageProvider.tsx';

/** Words that only some screens need: one chunk for each area and language. */
const areas = {
  account: {
    es: async () => (await import('./es/account.ts')).account,
    en: async () => (await import('./en/account.ts')).account,
    fr: async () => (await import('./fr/account.ts')).account,
    pt: async () => (await import('./pt/account.ts')).account,
    de: async () => (await import('./de/account.ts')).account,
  },
  admin: {
    es: async () => (await import('./es/admin.ts')).admin,
    en: async () => (await import('./en/admin.ts')).admin,
    fr: async () => (await import('./fr/admin.ts')).admin,
    pt: async () => (await import('./pt/admin.ts')).admin,
    de: async () => (await import('./de/admin.ts')).admin,
  },
  audit: {
    es: async () => (await import('./es/audit.ts')).audit,
    en: async () => (await import('./en/audit.ts')).audit,
    fr: async () => (await import('./fr/audit.ts')).audit,
    pt: async () => (await import('./pt/audit.ts')).audit,
    de: async () => (await import('./de/audit.ts')).audit,
  },
  connection: {
    es: async () => (await import('./es/connection.ts')).connection,
    en: async () => (await import('./en/connection.ts')).connection,
    fr: async () => (await import('./fr/connection.ts')).connection,
    pt: async () => (await import('./pt/connection.ts')).connection,
    de: async () => (await import('./de/connection.ts')).connection,
  },
  emergency: {
    es: async () => (await import('./es/emergency.ts')).emergency,
    en: async () => (await import('./en/emergency.ts')).emergency,
    fr: async () => (await import('./fr/emergency.ts')).emergency,
    pt: async () => (await import('./pt/emergency.ts')).emergency,
    de: async () => (await import('./de/emergency.ts')).emergency,
  },
  factors: {
    es: async () => (await import('./es/factors.ts')).factors,
    en: async () => (await import('./en/factors.ts')).factors,
    fr: async () => (await import('./fr/factors.ts')).factors,
    pt: async () => (await import('./pt/factors.ts')).factors,
    de: async () => (await import('./de/factors.ts')).factors,
  },
  kiosk: {
    es: async () => (await import('./es/kiosk.ts')).kiosk,
    en: async () => (await import('./en/kiosk.ts')).kiosk,
    fr: async () => (await import('./fr/kiosk.ts')).kiosk,
    pt: async () => (await import('./pt/kiosk.ts')).kiosk,
    de: async () => (await import('./de/kiosk.ts')).kiosk,
  },
  legalTaxi: {
    es: async () => (await import('./es/legalTaxi.ts')).legalTaxi,
    en: async () => (await import('./en/legalTaxi.ts')).legalTaxi,
    fr: async () => (await import('./fr/legalTaxi.ts')).legalTaxi,
    pt: async () => (await import('./pt/legalTaxi.ts')).legalTaxi,
    de: async () => (await import('./de/legalTaxi.ts')).legalTaxi,
  },
  panels: {
    es: async () => (await import('./es/panels.ts')).panels,
    en: async () => (await import('./en/panels.ts')).panels,
    fr: async () => (await import('./fr/panels.ts')).panels,
    pt: async () => (await import('./pt/panels.ts')).panels,
    de: async () => (await import('./de/panels.ts')).panels,
  },
  passkeys: {
    es: async () => (await import('./es/passkeys.ts')).passkeys,
    en: async () => (await import('./en/passkeys.ts')).passkeys,
    fr: async () => (await import('./fr/passkeys.ts')).passkeys,
    pt: async () => (await import('./pt/passkeys.ts')).passkeys,
    de: async () => (await import('./de/passkeys.ts')).passkeys,
  },
  phrases: {
    es: async () => (await import('./es/phrases.ts')).phrases,
    en: async () => (await import('./en/phrases.ts')).phrases,
    fr: async () => (await import('./fr/phrases.ts')).phrases,
    pt: async () => (await import('./pt/phrases.ts')).phrases,
    de: async () => (await import('./de/phrases.ts')).phrases,
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
  publicPages: {
    es: async () => (await import('./es/publicPages.ts')).publicPages,
    en: async () => (await import('./en/publicPages.ts')).publicPages,
    fr: async () => (await import('./fr/publicPages.ts')).publicPages,
    pt: async () => (await import('./pt/publicPages.ts')).publicPages,
    de: async () => (await import('./de/publicPages.ts')).publicPages,
  },
  waiting: {
    es: async () => (await import('./es/waiting.ts')).waiting,
    en: async () => (await import('./en/waiting.ts')).waiting,
    fr: async () => (await import('./fr/waiting.ts')).waiting,
    pt: async () => (await import('./pt/waiting.ts')).waiting,
    de: async () => (await import('./de/waiting.ts')).waiting,
  },
};

type AreaWords = { [Area in keyof typeof areas]: Awaited<ReturnType<(typeof areas)[Area]['es']>> };
export type LazyArea = keyof AreaWords;

/** The same table, typed so that TypeScript sees that an area's languages hold the same words. */
const loaders: { [Area in LazyArea]: Record<Language, () => Promise<AreaWords[Area]>> } = areas;

const cache = new Map<string, Loader<unknown>>();

function loaderOf<Area extends LazyArea>(area: Area, language: Language): Loader<AreaWords[Area]> {
  const key = `${language}/${area}`;
  const words = cache.get(key) ?? loader(loaders[area][language]);
  cache.set(key, words);
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

/** The same words in Spanish, for whom the passenger shows or reads them to. */
export function useSpanishArea<Area extends LazyArea>(area: Area): AreaWords[Area] {
  return use(loaderOf(area, 'es').current());
}
