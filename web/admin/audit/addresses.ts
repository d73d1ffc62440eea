import type { AuditEntry, AuditRecordKind } from '../../data/company/auditEntry.ts';
import type { SectionId } from '../registry/sections.ts';
import { sectionAddress } from '../parts/section.ts';
import type { NamedRecord } from './sentence.ts';

/** The sections in which these records have pages. */
const pages: Readonly<Partial<Record<AuditRecordKind, SectionId>>> = {
  driver: 'drivers',
  vehicle: 'vehicles',
  case: 'cases',
  trip: 'trips',
  announcement: 'announcements',
  rights: 'rights',
};

/** Where a record of the log is shown; undefined for one without a place of its own. */
export function addressOfRecord(
  { kind, id, name = '' }: NamedRecord,
  { driver, vehicle }: AuditEntry['subject'],
): string | undefined {
  if (kind === 'release') return sectionAddress('content', { view: 'history' });
  if (id === undefined) return undefined;
  const section = pages[kind];
  if (section) return sectionAddress(section, { record: id });
  switch (kind) {
    case 'breach':
      return sectionAddress('rights', { view: 'breaches' });
    case 'account':
      return sectionAddress('users', { search: name });
    case 'device':
      return sectionAddress('devices', { search: name });
    case 'card':
      return sectionAddress('printing', { kind: 'receipt' });
    case 'review':
      return sectionAddress('reviews', driver?.id ? { driver: driver.id } : {});
    case 'document': {
      const subject = driver?.id ?? vehicle?.id;
      return subject && sectionAddress('documents', { owner: driver?.id ? 'driver' : 'vehicle', subject });
    }
    default:
      return undefined;
  }
}
