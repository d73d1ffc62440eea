import { use } from 'react';
import type { Language } from '../../shared/languages.ts';
import { loader, type Loader } from '../util/loader.ts';
import { useLanguage } from './LanguageProvider.tsx';
import type { LanguageOf, LazyMessages, Namespace } from './messages.ts';

/** Modules of messages by their paths. */
export type Loads = Readonly<Record<string, () => Promise<LazyMessages>>>;

/** One chunk for each namespace and language. The first load of a language (`<language>/index.ts`) has the others. */
const shared: Loads = import.meta.glob<LazyMessages>([
  './*/**/*.ts',
  '!./*/{index,common,driver,errors,home,language,login}.ts',
  // `staffNamespaces.ts`
  '!./*/{admin,audit,search,studio,today}.ts',
  '!./*/fleet/{announcements,cases,devices,documents,newDrivers,printing,report,reviews,rights,shiftRecords,tickets,tripContacts,trips,vehicles}.ts',
]);

/** By language and name, whatever folder of the language the file is in. */
const loads = new Map<string, Loads[string]>();

/** Adds namespaces to those that every screen may load. */
export function addNamespaces(modules: Loads): void {
  for (const [file, load] of Object.entries(modules))
    loads.set(file.replace(/^\.\/(\w+)\/(?:.*\/)?(\w+)\.ts$/, '$1/$2'), load);
}
addNamespaces(shared);

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
  language: LanguageOf<Name>,
): Promise<LazyMessages[Name]> {
  return loaderOf(name, language).load();
}

/**
 * The messages of a lazily loaded namespace; suspends until they are there, throws when they could not be loaded. Those
 * of staff need `StaffLanguageProvider` around them.
 */
export function useNamespace<Name extends Namespace>(name: Name): LazyMessages[Name] {
  return use(loaderOf(name, useLanguage().language).current());
}

/** The same messages in a language that is not that of the screen. */
export function useNamespaceIn<Name extends Namespace>(
  name: Name,
  language: LanguageOf<Name>,
): LazyMessages[Name] {
  return use(loaderOf(name, language).current());
}

/** The same messages in Spanish, for people to whom the passenger shows or reads them. */
export function useSpanishNamespace<Name extends Namespace>(name: Name): LazyMessages[Name] {
  return useNamespaceIn(name, 'es');
}
