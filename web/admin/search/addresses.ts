import type { FoundItem } from '../../data/company/search.ts';
import { sectionAddress } from '../parts/section.ts';
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
