import type { LazyMessages } from './messages.ts';
import type { Loads } from './namespaces.ts';

/** The messages of the panel. Apart from the others: the list of their files alone would be a part of each page of passengers. */
export const staffNamespaces: Loads = import.meta.glob<LazyMessages>([
  './*/{admin,audit,search,studio,today}.ts',
  './*/fleet/{announcements,cases,devices,documents,newDrivers,printing,report,reviews,rights,shiftRecords,tickets,tripContacts,trips,vehicles}.ts',
]);
