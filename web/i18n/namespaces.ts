import { use } from 'react';
import type { Language } from '../../shared/languages.ts';
import { loader, type Loader } from '../util/loader.ts';
import { useLanguage } from './LanguageProvider.tsx';

/** Messages that only some screens need. Spanish defines them; each language's file has the type of the Spanish one. */
type LazyMessages = typeof import('./es/account.ts') &
  typeof import('./es/admin.ts') &
  typeof import('./es/audit.ts') &
  typeof import('./es/booking.ts') &
  typeof import('./es/connection.ts') &
  typeof import('./es/studio.ts') &
  typeof import('./es/emergency.ts') &
  typeof import('./es/factors.ts') &
  typeof import('./es/invitation.ts') &
  typeof import('./es/kiosk.ts') &
  typeof import('./es/legalTaxi.ts') &
  typeof import('./es/numbers.ts') &
  typeof import('./es/panels.ts') &
  typeof import('./es/passkeys.ts') &
  typeof import('./es/phrases.ts') &
  typeof import('./es/policy.ts') &
  typeof import('./es/publicPages.ts') &
  typeof import('./es/reasons.ts') &
  typeof import('./es/today.ts') &
  typeof import('./es/tripCode.ts') &
  typeof import('./es/help.ts') &
  typeof import('./es/fleet/bookings.ts') &
  typeof import('./es/rightsPage.ts') &
  typeof import('./es/fleet/rights.ts') &
  typeof import('./es/fleet/cases.ts') &
  typeof import('./es/fleet/tickets.ts') &
  typeof import('./es/fleet/reviews.ts') &
  typeof import('./es/fleet/ownReviews.ts') &
  typeof import('./es/fleet/report.ts') &
  typeof import('./es/fleet/printing.ts') &
  typeof import('./es/cards.ts') &
  typeof import('./es/waiting.ts') &
  typeof import('./es/fleet/announcements.ts') &
  typeof import('./es/fleet/ownAnnouncements.ts') &
  typeof import('./es/fleet/newDrivers.ts') &
  typeof import('./es/fleet/ownDocuments.ts') &
  typeof import('./es/fleet/ownShifts.ts') &
  typeof import('./es/fleet/ownDevice.ts') &
  typeof import('./es/fleet/documents.ts') &
  typeof import('./es/fleet/documentBulk.ts') &
  typeof import('./es/fleet/shift.ts') &
  typeof import('./es/fleet/shiftRecords.ts') &
  typeof import('./es/fleet/devices.ts') &
  typeof import('./es/fleet/vehicles.ts');
export type Namespace = keyof LazyMessages;

/** One chunk for each namespace and language. The first load of a language (`<language>/index.ts`) has the others. */
const modules = import.meta.glob<LazyMessages>([
  './*/**/*.ts',
  '!./*/{index,common,driver,errors,home,language,login}.ts',
]);

/** By language and name, whatever folder of the language the file is in. */
const loads = new Map(
  Object.entries(modules).map(([file, load]) => [
    file.replace(/^\.\/(\w+)\/(?:.*\/)?(\w+)\.ts$/, '$1/$2'),
    load,
  ]),
);

const cache = new Map<string, Loader<unknown>>();

function loaderOf<Name extends Namespace>(name: Name, language: Language): Loader<LazyMessages[Name]> {
  const key = `${language}/${name}`;
  const fetchMessages = async () => {
    const load = loads.get(key);
    if (!load) throw new Error(`There are no messages ${key}`);
    return (await load())[name];
  };
  const messages = cache.get(key) ?? loader(fetchMessages);
  cache.set(key, messages);
  return messages as Loader<LazyMessages[Name]>;
}

/** Starts loading a namespace, for example while its button is being pressed. A failed load is tried again. */
export function loadNamespace<Name extends Namespace>(
  name: Name,
  language: Language,
): Promise<LazyMessages[Name]> {
  return loaderOf(name, language).load();
}

/** The messages of a lazily loaded namespace; suspends until they are there, throws when they could not be loaded. */
export function useNamespace<Name extends Namespace>(name: Name): LazyMessages[Name] {
  return use(loaderOf(name, useLanguage().language).current());
}

/** The same messages in a language that is not that of the screen. */
export function useNamespaceIn<Name extends Namespace>(name: Name, language: Language): LazyMessages[Name] {
  return use(loaderOf(name, language).current());
}

/** The same messages in Spanish, for people to whom the passenger shows or reads them. */
export function useSpanishNamespace<Name extends Namespace>(name: Name): LazyMessages[Name] {
  return useNamespaceIn(name, 'es');
}
