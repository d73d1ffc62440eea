import type { FoundItem } from '../../data/company/search.ts';
import { createUserAct, sectionAddress } from '../parts/section.ts';
import type { Right } from '../registry/rights.ts';
import type { SectionId } from '../registry/sections.ts';

type Opens = 'page' | 'list';

/** The section of each kind of record, and whether the record opens as a page or as the list filtered to it. */
const records = {
  driver: ['drivers', 'page'],
  vehicle: ['vehicles', 'page'],
  case: ['cases', 'page'],
  rights: ['rights', 'page'],
  announcement: ['announcements', 'page'],
  receipt: ['printing', 'page'],
  document: ['documents', 'list'],
  device: ['devices', 'list'],
  trip: ['trips', 'page'],
  user: ['users', 'list'],
} as const satisfies Record<FoundItem['kind'], readonly [SectionId, Opens]>;

export const sectionOfKind = (kind: FoundItem['kind']): SectionId => records[kind][0];

/** The grid of documents shows either drivers or vehicles: a document is in the list. */
export function addressOf({ kind, id, title, plate }: FoundItem): string {
  const [section, opens]: readonly [SectionId, Opens] = records[kind];
  if (opens === 'page') return sectionAddress(section, { record: id });
  return sectionAddress(section, {
    search: title ?? plate ?? '',
    ...(kind === 'document' && { view: 'list' }),
  });
}

interface Act {
  readonly section: SectionId;
  /** Opens the act in its section, as `useListLocation` reads it; none for one that begins with a choice in the list. */
  readonly at?: Readonly<Record<string, string>>;
  /** Beyond that of the section. */
  readonly right?: Right;
}

const create = { act: 'new' };
const importFile = { act: 'import' };

const table = {
  addTrip: { section: 'trips', at: create },
  pasteMessages: { section: 'trips', at: importFile },
  addDriver: { section: 'drivers', at: create },
  importDrivers: { section: 'drivers', at: importFile },
  approveDrivers: { section: 'drivers', at: { state: 'waiting' } },
  printCredential: { section: 'drivers' },
  writeAnnouncement: { section: 'announcements', at: create },
  addVehicle: { section: 'vehicles', at: create },
  importVehicles: { section: 'vehicles', at: importFile },
  endShift: { section: 'vehicles' },
  addDocument: { section: 'documents', at: create },
  importDocuments: { section: 'documents', at: importFile },
  publish: { section: 'content', at: { view: 'publish' }, right: 'publish' },
  raisePrices: { section: 'content', at: { view: 'prices' } },
  importPrices: { section: 'content', at: { view: 'prices', ...importFile } },
  restoreRelease: { section: 'content', at: { view: 'history' }, right: 'publish' },
  createUser: { section: 'users', at: { act: createUserAct } },
  prepareDevice: { section: 'devices', at: create },
  writeReceipt: { section: 'printing', at: create },
  fileRequest: { section: 'rights', at: create },
  recordBreach: { section: 'rights', at: { view: 'breaches', ...create } },
  printReport: { section: 'report' },
} as const satisfies Record<string, Act>;

export type ActId = keyof typeof table;

/** The acts that the search offers, in their order. */
export const acts: Readonly<Record<ActId, Act>> = table;
