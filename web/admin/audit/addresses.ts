import type { AuditEntry } from '../../data/company/auditEntry.ts';
import { sectionAddress } from '../parts/section.ts';
import type { NamedRecord } from './sentence.ts';

/** Where a record of the log is shown; undefined for one without a place of its own. */
export function addressOfRecord(
  { kind, id, name = '' }: NamedRecord,
  { driver, vehicle }: AuditEntry['subject'],
): string | undefined {
  if (kind === 'release') return sectionAddress('content', { view: 'history' });
  if (id === undefined) return undefined;
  switch (kind) {
    case 'driver':
      return sectionAddress('drivers', { record: id });
    case 'vehicle':
      return sectionAddress('vehicles', { record: id });
    case 'case':
      return sectionAddress('cases', { record: id });
    case 'trip':
      return sectionAddress('trips', { record: id });
    case 'announcement':
      return sectionAddress('announcements', { record: id });
    case 'rights':
      return sectionAddress('rights', { record: id });
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
