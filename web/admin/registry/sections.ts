import type { StaffRole } from '../../../shared/roles.ts';
import type { StaffNamespace } from '../../i18n/messages.ts';
import { hasRight, type Right } from './rights.ts';

/** The places of the navigation, in its order. The guide, which has none there, stands in the header. */
export const places = [
  'today',
  'trips',
  'passengers',
  'drivers',
  'vehicles',
  'documents',
  'content',
  'report',
  'settings',
] as const;
export type PanelPlace = (typeof places)[number];

interface Section {
  /** Its place; the sections of one are its tabs, in the order of the registry. */
  readonly place: PanelPlace | 'help';
  /** Its messages, which `tools/worker.ts` leaves out of the files that a device stores. */
  readonly namespaces: readonly StaffNamespace[];
  /** Only roles with this right have the section. */
  readonly right?: Right;
  /** A change of any of these tables reloads the list that is shown. */
  readonly tables?: readonly string[];
}

const registry = {
  today: { place: 'today', namespaces: ['today'], tables: ['reviews', 'content_releases', 'trips'] },
  trips: { place: 'trips', namespaces: ['trips', 'tripContacts'], tables: ['trips'] },
  cases: { place: 'passengers', namespaces: ['cases', 'tickets'] },
  reviews: { place: 'passengers', namespaces: ['reviews'] },
  drivers: { place: 'drivers', namespaces: ['admin', 'newDrivers'], tables: ['drivers', 'user_drivers'] },
  announcements: { place: 'drivers', namespaces: ['announcements'] },
  vehicles: { place: 'vehicles', namespaces: ['vehicles'], tables: ['shifts'] },
  shifts: { place: 'vehicles', namespaces: ['shiftRecords'] },
  documents: { place: 'documents', namespaces: ['documents'] },
  content: { place: 'content', namespaces: ['studio'] },
  report: { place: 'report', namespaces: ['report'], tables: ['reviews'] },
  company: { place: 'settings', namespaces: ['studio'] },
  users: { place: 'settings', namespaces: ['admin'], right: 'users' },
  devices: { place: 'settings', namespaces: ['devices'], tables: ['device_signals'] },
  printing: { place: 'settings', namespaces: ['printing'] },
  rights: { place: 'settings', namespaces: ['rights', 'tickets'], right: 'rightsDesk' },
  audit: { place: 'settings', namespaces: ['audit'], right: 'auditLog' },
  documentRules: { place: 'settings', namespaces: ['documents'] },
  help: { place: 'help', namespaces: ['admin', 'search'] },
} as const satisfies Record<string, Section>;

export type SectionId = keyof typeof registry;

/**
 * The sections of the panel, in the order of the guide. A new one is an entry here, `web/admin/<id>/<Id>Section.tsx` with
 * its columns and data, and its messages; `admin` names it.
 */
export const sections: Readonly<Record<SectionId, Section>> = registry;
export const sectionIds = Object.keys(registry) as [SectionId, ...SectionId[]];

/** The sections that a role has, in the order of their tabs. */
export function sectionsOf(role: StaffRole): [SectionId, ...SectionId[]] {
  const [first, ...others] = sectionIds;
  const has = ({ right }: Section) => right === undefined || hasRight(role, right);
  return [first, ...others.filter((id) => has(sections[id]))];
}

export const watchedTables = Object.values(registry).flatMap((section) =>
  'tables' in section ? section.tables : [],
);
