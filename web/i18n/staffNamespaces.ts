import type { LazyMessages } from './messages.ts';
import { addNamespaces } from './namespaces.ts';

// Apart from the others: the list of their files alone would be a part of each page that passengers open.
addNamespaces(
  import.meta.glob<LazyMessages>([
    './*/{admin,audit,search,studio,today}.ts',
    './*/fleet/{announcements,cases,devices,documents,newDrivers,printing,report,reviews,rights,shiftRecords,tickets,tripContacts,trips,vehicles}.ts',
  ]),
);
