import type { StaffRole } from '../../../shared/roles.ts';
import type { audit } from '../../i18n/es/audit.ts';
import type { StaffNamespace } from '../../i18n/messages.ts';
import { hasRight, type Right } from './rights.ts';

/** A subject of the audit log, as its words name it. */
export type AuditPlace = keyof (typeof audit)['places'];

/** The places of the navigation, in its order. The guide, which has none there, stands in the header. */
export const places = [
  'today',
  'bookings',
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
  /** The subjects of the log: of requests by the beginning of their path, the longest first. */
  readonly paths?: Readonly<Record<string, AuditPlace>>;
  /** The subjects of targets as `driver:<id>`, which name a record. */
  readonly records?: Readonly<Record<string, AuditPlace>>;
}

const registry = {
  today: {
    place: 'today',
    namespaces: ['today'],
    tables: ['reviews', 'content_releases'],
    paths: { '/rest/v1/rpc/settle_first_step': 'firstSteps' },
  },
  bookings: { place: 'bookings', namespaces: ['bookings'] },
  cases: {
    place: 'passengers',
    namespaces: ['cases', 'tickets'],
    paths: {
      '/rest/v1/case': 'cases',
      '/rest/v1/ticket': 'tickets',
      '/rest/v1/rpc/send_ticket_reply': 'tickets',
      '/rest/v1/rpc/note_ticket': 'tickets',
      '/rest/v1/rpc/ticket_timeline': 'tickets',
      '/rest/v1/rpc/set_case_': 'cases',
      '/rest/v1/rpc/forget_case': 'cases',
      '/storage/v1/object/casos': 'cases',
    },
    records: { case: 'cases' },
  },
  reviews: {
    place: 'passengers',
    namespaces: ['reviews'],
    paths: {
      '/rest/v1/reviews': 'reviews',
      '/rest/v1/rpc/list_reviews': 'reviews',
      '/rest/v1/rpc/review_trend': 'reviews',
      '/rest/v1/rpc/hide_review': 'reviews',
      '/rest/v1/rpc/show_review': 'reviews',
      '/rest/v1/rpc/edit_review_note': 'reviews',
    },
    records: { review: 'reviews' },
  },
  drivers: {
    place: 'drivers',
    namespaces: ['admin', 'newDrivers'],
    tables: ['drivers', 'user_drivers'],
    paths: {
      '/rest/v1/drivers': 'drivers',
      '/rest/v1/rpc/driver_': 'drivers',
      '/rest/v1/rpc/invite_drivers': 'drivers',
      '/rest/v1/rpc/renew_invitation': 'drivers',
      '/rest/v1/rpc/withdraw_invitation': 'drivers',
      '/rest/v1/rpc/accept_invitation': 'drivers',
      '/rest/v1/user_drivers': 'user_drivers',
    },
    records: { driver: 'drivers', user: 'user_drivers' },
  },
  announcements: {
    place: 'drivers',
    namespaces: ['announcements'],
    paths: {
      '/rest/v1/rpc/own_announcements': 'announcements',
      '/rest/v1/rpc/read_announcement': 'announcements',
      '/rest/v1/rpc/write_announcement': 'announcements',
      '/rest/v1/rpc/withdraw_announcement': 'announcements',
      '/rest/v1/rpc/delete_announcement': 'announcements',
      '/rest/v1/rpc/list_announcement': 'announcements',
    },
    records: { announcement: 'announcements' },
  },
  vehicles: {
    place: 'vehicles',
    namespaces: ['vehicles'],
    tables: ['shifts'],
    paths: { '/rest/v1/vehicle': 'vehicles', '/rest/v1/rpc/save_vehicle': 'vehicles' },
    records: { vehicle: 'vehicles', vehicle_drivers: 'assigned' },
  },
  shifts: {
    place: 'vehicles',
    namespaces: ['shiftRecords'],
    paths: {
      '/rest/v1/shifts': 'shifts',
      '/rest/v1/rpc/start_shift': 'shifts',
      '/rest/v1/rpc/end_shift': 'shifts',
      '/rest/v1/rpc/correct_shift_end': 'shifts',
      '/rest/v1/rpc/list_shifts': 'shifts',
      '/rest/v1/rpc/list_drivers_without_shift': 'shifts',
    },
    records: { shift: 'shifts' },
  },
  documents: {
    place: 'documents',
    namespaces: ['documents'],
    paths: {
      '/rest/v1/document': 'documents',
      '/rest/v1/rpc/override_document': 'documents',
      '/rest/v1/rpc/import_documents': 'documents',
      '/rest/v1/rpc/document': 'documents',
      '/rest/v1/rpc/set_documents_policy': 'documents',
      '/storage/v1/object/documentos': 'documentFiles',
    },
    records: { document: 'documents', document_kind: 'documentKinds', document_policy: 'documentRules' },
  },
  content: {
    place: 'content',
    namespaces: ['studio'],
    paths: {
      '/rest/v1/content_': 'releases',
      '/rest/v1/rpc/save_content': 'releases',
      '/rest/v1/rpc/publish_content': 'releases',
      '/rest/v1/rpc/content_history': 'releases',
    },
    records: { release: 'releases' },
  },
  report: { place: 'report', namespaces: ['report'], tables: ['reviews'] },
  company: { place: 'settings', namespaces: ['studio'] },
  users: {
    place: 'settings',
    namespaces: ['admin'],
    right: 'users',
    paths: {
      '/auth/v1/admin': 'administration',
      '/functions/v1/admin-users': 'panel',
      '/rest/v1/rpc/devices_by_links': 'panel',
    },
  },
  devices: {
    place: 'settings',
    namespaces: ['devices'],
    tables: ['device_signals'],
    paths: {
      '/rest/v1/devices': 'devices',
      '/rest/v1/device_signals': 'devices',
      '/rest/v1/rpc/send_heartbeat': 'devices',
      '/rest/v1/rpc/ask_device': 'devices',
      '/rest/v1/rpc/list_devices': 'devices',
      '/rest/v1/rpc/device_counts': 'devices',
      '/rest/v1/rpc/create_device_link': 'devices',
      '/functions/v1/tablet-setup': 'devices',
    },
    records: { device: 'devices' },
  },
  printing: {
    place: 'settings',
    namespaces: ['printing'],
    paths: {
      '/rest/v1/printed_cards': 'printing',
      '/rest/v1/rpc/register_cards': 'printing',
      '/rest/v1/rpc/issue_receipt': 'printing',
      '/rest/v1/rpc/void_receipt': 'printing',
    },
    records: { card: 'printing' },
  },
  rights: {
    place: 'settings',
    namespaces: ['rights', 'tickets'],
    right: 'rightsDesk',
    paths: {
      '/rest/v1/rights_': 'rightsRequests',
      '/rest/v1/rpc/rights_': 'rightsRequests',
      '/rest/v1/rpc/file_rights_request': 'rightsRequests',
      '/rest/v1/rpc/identify_rights_author': 'rightsRequests',
      '/rest/v1/rpc/create_rights_link': 'rightsRequests',
      '/rest/v1/rpc/set_rights_driver': 'rightsRequests',
      '/rest/v1/rpc/extend_rights_request': 'rightsRequests',
      '/rest/v1/breaches': 'breaches',
      '/rest/v1/rpc/save_breach': 'breaches',
    },
    records: { rights: 'rightsRequests', breach: 'breaches' },
  },
  audit: { place: 'settings', namespaces: ['audit'], right: 'auditLog' },
  help: { place: 'help', namespaces: ['admin'] },
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
